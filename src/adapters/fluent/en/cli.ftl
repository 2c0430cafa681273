# What the command line says.

cli-environments-file = The environments file cannot be used: { $problem }
cli-setting = The setting { $name } is not right: { $problem }
cli-port-busy = Nothing can listen on { $host }, port { $port }. Stop what listens there, or set AGENT_PORT to another port and AGENT_HOST to an address of this machine.
cli-cannot-serve = The service could not start: { $problem }
cli-user = A user's name has 1 to 100 characters, without spaces and colons.
cli-store = The data directory cannot be used: { $problem }. Check AGENT_DATA_DIR, its permissions and the free space of the disk.
cli-ttl = “{ $ttl }” is no lifetime. Write 30m, 8h or 7d.
cli-tier-set = { $env }: the file sets the tier { $tier }.
setting-llm-pair = AGENT_LLM__BASE_URL and AGENT_LLM__MODEL go together: set both, or neither
setting-two-key-sources = set AGENT_AUTH__JWT_SECRET or AGENT_AUTH__JWKS_URL, not both
setting-algorithm = a secret signs with HS256, HS384 or HS512; other algorithms need AGENT_AUTH__JWKS_URL
setting-store-url = it must begin with sqlite:/// and name a file
setting-events-url = it must be memory://, as live events reach only those who listen to this process

envfile-missing = { $file } does not exist. Write it, set AGENT_ENVIRONMENTS_FILE, or try the demo: superset-agent demo
envfile-unreadable = { $file } cannot be read ({ $reason }).
envfile-no-toml = { $file } is no TOML ({ $reason }). README.md has an example.
envfile-wrong = { $file }, at “{ $place }”: { $problem }. README.md has an example.
envfile-empty = { $file } names no environment. README.md has an example.
envfile-url-not-plain = the address is to be alone, without a user, a password, “?” or “#”
envfile-no-name = the name of an environment has letters, digits, “.”, “_” and “-”, 128 at most, and begins with a letter or a digit
envfile-same-name = two environments have names that differ by upper and lower case alone
envfile-password = { $file }: the password of { $username } on { $env } is to be in the variable { $variable }, which is not set.

cli-serving = Superset Agent: { $address }
cli-not-ready = { $address } is still not ready: { $problem }
cli-waiting = … Waiting for another Superset Agent to let go of { $folder }
cli-in-use = Another Superset Agent works on { $folder }. Open its page, { $address }, stop it, or set AGENT_DATA_DIR to another folder.
cli-link-hint = Make a sign-in link with: superset-agent link --role admin
cli-audit-broken = The audit log does not hold at line { $line }: that line is not what was written.
cli-audit-whole = { $lines ->
    [one] The audit log holds: { $lines } line.
   *[other] The audit log holds: { $lines } lines.
}

demo-begins = Starting two real Supersets with sample data (kept in { $folder }). The first start takes a few minutes.
demo-step-wait = { $state ->
    [done] ✓ No other start is under way
   *[begun] … Waiting for another start to end
}
demo-step-install = { $state ->
    [done] ✓ Apache Superset is installed
   *[begun] … Installing Apache Superset
}
demo-step-template = { $state ->
    [done] ✓ Its metadata is prepared
   *[begun] … Preparing its metadata (about a minute)
}
demo-step-accounts = { $state ->
    [done] ✓ { $env }: accounts
   *[begun] … { $env }: accounts
}
demo-step-start = { $state ->
    [done] ✓ { $env }: answers
   *[begun] … { $env }: starting
}
demo-step-data = { $state ->
    [done] ✓ { $env }: sample data
   *[begun] … { $env }: sample data
}
demo-step-ready = { $state ->
    [done] ✓ { $env }: ready
   *[begun] … { $env }: almost ready
}
demo-environment = { $env }: { $url }   (Superset's own page: { $username } / { $password })
demo-links = Open one of these links; each works once:
demo-link = { $role }: { $link }
demo-stop = Ctrl-C stops everything.
demo-other-port = Port { $busy } is in use, so the agent takes { $port }.
demo-python-missing = Superset needs Python 3.11 or 3.12, and neither was found: { $detail }
demo-uv-missing = uv is missing: { $detail }. Run make setup.
demo-install-failed = Apache Superset could not be installed: { $detail }. Check the network and the free space of the disk, then start again.
demo-template-failed = Superset's metadata could not be prepared: { $detail }. If it happens again, delete what begins with “superset-6.1.0” in the data folder; it is made anew.
demo-port-busy = A port that the demo needs is in use: { $detail }
demo-superset-did-not-start = A Superset did not start: { $detail }. If it happens again, delete “demo” and “superset-6.1.0” in the data folder; they are made anew.
demo-data-failed = The sample data could not be made: { $detail }. Start again; it goes on from here.
demo-home-busy = Another demo uses this folder: { $detail }. Stop it first.
demo-home-unusable = The data folder cannot be used: { $detail }. Check its permissions and the free space of the disk.
demo-stopped = Stopped. The next start goes on from here.

doctor-model = Model: { $model }
doctor-model-problem = The language model at { $address } gave no answer: { $detail }. Check that it runs, and AGENT_LLM__BASE_URL, AGENT_LLM__MODEL and AGENT_LLM__API_KEY.
doctor-sign-in = { $env }: Superset does not accept the name or the password of the account for { $role }. Correct them in the environments file and in the variable that it names.
doctor-no-accounts = { $env }: without an account nothing can be done there. Add one to the environments file.
doctor-environment = { $env }: { $url }, tier { $tier }
doctor-lowered = { $env }: its setting lowers the tier to { $tier }, although its name says more.
doctor-account = { $env }: { $role } acts as { $username } ({ $roles })
doctor-no-account = { $env }: no account for { $role }; calls of that role are refused.
doctor-problem = { $env }: { $problem }
doctor-trusted = { $env }: accepted as it is now.
