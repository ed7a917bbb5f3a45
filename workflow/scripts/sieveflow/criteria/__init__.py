"""What rankings are made of: criteria, and how features come and go by them."""
