import Observation

/// Calls `read` under Observation tracking, as a view does, and ignores the announcement.
func readTracked(_ read: () -> Void) { withObservationTracking(read, onChange: {}) }
