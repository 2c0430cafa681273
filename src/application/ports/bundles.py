"""Bundles as files: the ZIPs of Superset, and the YAML of a repository."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Literal, Protocol

from returns.result import Result

from domain.bundle import Bundle, BundleRefused, JsonObject

ArchiveType = Literal["Dashboard", "assets"]


class BundleCodec(Protocol):
    """
    What is read is data that nobody vouches for; what is written, a Superset takes in.

    Failures of reading are a BundleRefused that names the file: no ZIP, too large (files, bytes,
    nesting), a name that leads outside, no safe YAML, a key that Superset does not know, an
    object without uuid or twice.
    """

    @abstractmethod
    def unpack(self, archive: bytes) -> Result[Bundle, BundleRefused]:
        """The objects of a ZIP; files that are no object of ours are left aside."""

    @abstractmethod
    def pack(self, bundle: Bundle, archive_type: ArchiveType) -> bytes:
        """
        A ZIP that Superset's importer of that type reads.

        Equal bundles give equal bytes. Files are named by uuid: an importer skips names that
        begin with a dot or an underscore without a word.
        """

    @abstractmethod
    def read_files(self, files: Mapping[str, bytes]) -> Result[Bundle, BundleRefused]:
        """
        The objects of files by their path, "charts/<any name>.yaml"; other files left aside.

        The folder decides the kind: dashboards, charts, datasets (with a folder for each
        database, or without), databases.
        """

    @abstractmethod
    def write_object(self, content: JsonObject) -> bytes:
        """
        One object as YAML in UTF-8: keys in order, text as it is, long text as a block.

        Equal objects give equal bytes.
        """
