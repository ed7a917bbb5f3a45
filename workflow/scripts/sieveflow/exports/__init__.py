"""What others take with them: tables, references, one file of everything, a research object."""
