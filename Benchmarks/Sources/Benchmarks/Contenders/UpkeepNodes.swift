import Upkeep

extension Property: ValueHolder where Value == Int {}
