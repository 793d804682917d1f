import Observation

/// Reads something as a view does that tracks it by Observation, and hears of its next change.
func readTracked(_ read: () -> Void) { withObservationTracking(read, onChange: {}) }
