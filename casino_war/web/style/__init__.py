"""The page of the design, and the colours it answers for."""
