"""Sign-in codes: one use, a day at the most."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from domain.roles import Role

CODE_LIFETIME = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class SignInCode:
    """What a code is good for."""

    user: str
    role: Role
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class CodeRefused:
    """Why a code opens nothing."""

    code: Literal["code_unknown", "code_used", "code_expired"]
