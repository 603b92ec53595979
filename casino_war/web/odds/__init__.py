"""The pages that tell what every bet costs."""
