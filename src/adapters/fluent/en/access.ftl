## superset_audit_permissions

tool-superset-audit-permissions = Tells who can see and change what, and through which role
example-superset-audit-permissions-1 = Who has access to the dashboard “Sales overview”?
example-superset-audit-permissions-2 = Audit the permissions of ss-prod
audit-one-object = Name a dashboard or a dataset, not both; leave both out to audit the whole environment.
audit-object-done =
    { $kind ->
        [dashboard] Dashboard
       *[dataset] Dataset
    } “{ $title }” on { $env }: { $seeing ->
        [one] { $seeing } active account can see it
       *[other] { $seeing } active accounts can see it
    }, { $changing ->
        [0] none can change it
        [one] { $changing } can change it
       *[other] { $changing } can change it
    }; { $findings ->
        [0] nothing to worry about
        [one] { $findings } finding
       *[other] { $findings } findings
    }. { $unread }
audit-object-unread =
    { $kind ->
        [dashboard] Dashboard
       *[dataset] Dataset
    } “{ $title }” on { $env }: who can see and change it cannot be told. { $unread }
audit-environment-done =
    { $env }: { $findings ->
        [0] { $whole ->
            [no] no findings in what could be read
           *[yes] no findings
        }
        [one] { $findings } finding
       *[other] { $findings } findings
    }{ $high ->
        [0] { "" }
       *[other] , { $high } of high severity
    }. { $unread }
audit-all-read = Roles, accounts and row-level security could all be read.
audit-unread =
    The account was not allowed to read { $parts ->
        [roles-users-row-rules] roles, accounts and row-level security
        [roles-users] roles and accounts
        [users-row-rules] accounts and row-level security
        [roles-row-rules] roles and row-level security
        [roles] roles
        [users] accounts
       *[row-rules] row-level security
    }, so this is not the whole picture.
audit-finding-public-data = People who are not signed in hold a role that reads data ({ $names }).
audit-finding-public-rights = People who are not signed in have rights, though none to data ({ $names }).
audit-finding-public-datasets =
    { $count ->
        [one] One dataset is open to people who are not signed in
       *[other] { $count } datasets are open to people who are not signed in
    }: { $names }.
audit-finding-all-data-role = A role that is not Admin reads all data; the role and who holds it: { $names }.
audit-finding-few-admins =
    { $count ->
        [0] No active account is an administrator.
       *[other] Only one active account is an administrator: { $names }.
    }
audit-finding-many-admins = { $count } active accounts are administrators: { $names }.
audit-finding-no-owner =
    { $count ->
        [one] One object has no owner
       *[other] { $count } objects have no owner
    }: { $names }.
audit-finding-owners-left =
    { $count ->
        [one] One object belongs only to accounts that are switched off
       *[other] { $count } objects belong only to accounts that are switched off
    }: { $names }.
audit-finding-no-row-rules =
    { $count ->
        [one] One dataset has no row-level security
       *[other] { $count } datasets have no row-level security
    }, although others of the same database have it: { $names }.
