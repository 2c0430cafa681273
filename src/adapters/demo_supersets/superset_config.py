"""The text of one Superset's configuration file."""

from pathlib import Path

_TEMPLATE = """\
SECRET_KEY = {secret_key!r}
SESSION_COOKIE_NAME = {cookie!r}
SQLALCHEMY_DATABASE_URI = {metadata!r}
# Another writer may hold the file for a moment; the default waits five seconds.
SQLALCHEMY_ENGINE_OPTIONS = {{"connect_args": {{"timeout": 30}}}}
# The sample data is a SQLite file, which Superset refuses by default.
PREVENT_UNSAFE_DB_CONNECTIONS = False
TALISMAN_ENABLED = False
CONTENT_SECURITY_POLICY_WARNING = False
RATELIMIT_ENABLED = False
# Who may do what is read over this API, which releases before 6 leave off.
FAB_ADD_SECURITY_API = True
LOG_LEVEL = "WARNING"
FEATURE_FLAGS = {{"ALERT_REPORTS": True, "TAGGING_SYSTEM": True}}
"""


def config_text(env_id: str, secret_key: str, metadata: Path) -> str:
    """Cookies ignore ports, so each environment names its session cookie after itself."""
    return _TEMPLATE.format(
        secret_key=secret_key,
        cookie=f"session_{env_id.replace('-', '_')}",
        metadata=f"sqlite:///{metadata.absolute()}",
    )
