"""What operators meet: serving, limits, logs, health and metrics."""
