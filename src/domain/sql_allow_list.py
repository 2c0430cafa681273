"""What SQL may be made of and still be a read. What is missing here is not a read."""

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Classes of sqlglot's tree but functions: statements that read, clauses, operators, literals.
READING_NODES: Final = _words("""
    Add Adjacent Alias Aliases All Any AtIndex AtTimeZone Between BitString BitwiseAnd
    BitwiseLeftShift BitwiseNot BitwiseOr BitwiseRightShift BitwiseXor Boolean Bracket ByteString
    CTE CharacterSet Cluster Column ColumnDef Comprehension Connect Cube DPipe DataType
    DataTypeParam Distance Distinct Distribute Div Dot EQ Escape Except ExtendsLeft ExtendsRight
    Fetch Filter Final ForIn FormatJson From FromTimeZone GT GTE Glob Group GroupingSets Having
    HavingMax HexString ILike Identifier IgnoreNulls In IntDiv Intersect Interval IntervalSpan Is
    JSONColumnDef JSONExtractQuote JSONKeyValue JSONPath JSONPathFilter JSONPathKey
    JSONPathRecursive JSONPathRoot JSONPathScript JSONPathSelector JSONPathSlice JSONPathSubscript
    JSONPathUnion JSONPathWildcard JSONSchema JSONValue Join Kwarg LT LTE Lambda Lateral Like
    Limit LimitOptions Literal Mod Mul NEQ National Neg Not Null NullSafeEQ NullSafeNEQ Offset
    OnCondition OpenJSONColumnDef Order Ordered OverflowTruncateBehavior Overlaps Paren Pivot
    PivotAlias PositionalColumn PreWhere Prior PropertyEQ PseudoType Pseudocolumn Qualify
    RawString RecursiveWithSearch RespectNulls Rollup Select SimilarTo Slice Sort Star Sub
    Subquery Table TableAlias TableColumn TableSample Tuple Union UnpivotColumns Values Var Where
    Window WindowSpec With WithFill WithTableHint WithinGroup
""")

# Clauses that a query, a table and a join may have: the others write, lock, hint or set.
QUERY_CLAUSES: Final = _words("""
    by_name cluster connect distinct distribute exclude expression expressions from_ group having
    joins kind laterals limit offset on order pivots prewhere qualify sample side sort this where
    windows with_
""")
TABLE_CLAUSES: Final = _words("""
    alias catalog db joins laterals only ordinality pivots sample this
""")
JOIN_CLAUSES: Final = _words("""
    expressions global_ kind match_condition method on pivots side this using
""")

# A schema or a table of this name is a file format to DuckDB, Spark and Drill.
FILE_FORMATS: Final = _words("""
    avro binaryfile csv delta feather iceberg jdbc json jsonl ndjson orc parquet text tsv txt xlsx
""")

# T-SQL needs no semicolon: a second statement may hide behind what looks like an alias.
TSQL_STATEMENT_WORDS: Final = _words("""
    ADD ALTER BACKUP BEGIN BREAK BULK CHECKPOINT CLOSE COMMIT CONTINUE CREATE DBCC DEALLOCATE
    DECLARE DELETE DENY DISABLE DROP DUMP ENABLE END EXEC EXECUTE EXIT FETCH GO GOTO GRANT IF
    INSERT KILL LINENO LOAD MERGE MOVE OPEN PRINT RAISERROR READTEXT RECEIVE RECONFIGURE RESTORE
    RETURN REVERT REVOKE ROLLBACK SAVE SEND SET SETUSER SHUTDOWN THROW TRUNCATE UPDATE UPDATETEXT
    USE WAITFOR WHILE WRITETEXT
""")

# SQLAlchemy's backend name, as Superset gives it, to the dialect whose letters and words it shares.
BACKEND_DIALECTS: Final = {
    "awsathena": "athena",
    "bigquery": "bigquery",
    "clickhouse": "clickhouse",
    "clickhousedb": "clickhouse",
    "cockroachdb": "postgres",
    "databricks": "databricks",
    "doris": "doris",
    "dremio": "dremio",
    "drill": "drill",
    "druid": "druid",
    "duckdb": "duckdb",
    "exa": "exasol",
    "greenplum": "postgres",
    "gsheets": "sqlite",
    "hive": "hive",
    "hologres": "postgres",
    "impala": "hive",
    "mariadb": "mysql",
    "motherduck": "duckdb",
    "mssql": "tsql",
    "mysql": "mysql",
    "oceanbase": "mysql",
    "oracle": "oracle",
    "postgresql": "postgres",
    "presto": "presto",
    "pydoris": "doris",
    "redshift": "redshift",
    "risingwave": "risingwave",
    "shillelagh": "sqlite",
    "singlestoredb": "singlestore",
    "snowflake": "snowflake",
    "spark": "spark",
    "sqlite": "sqlite",
    "starrocks": "starrocks",
    "superset": "sqlite",
    "teradatasql": "teradata",
    "timescaledb": "postgres",
    "trino": "trino",
    "yugabytedb": "postgres",
}
