"""The one way in which a source says that another one should be tried."""


class SourceUnavailable(Exception):
    """This source cannot give the data here and now; the next one may."""
