"""What a paper says above its cells, judged; kinds of statements by what they are about."""
