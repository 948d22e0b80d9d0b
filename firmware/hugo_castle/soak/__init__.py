"""`hugo-castle soak`: clumsy hands play many games on the pure session in simulated time."""
