"""The functions that SQL may call and still be a read. One that is missing here is not a read."""

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Functions that sqlglot knows. Left out on purpose: what reads files (ReadCSV, ReadParquet,
# ToFile), asks a model (AI*, ML*, Predict), moves a sequence (NextValueFor), names an object at
# run time (DynamicIdentifier), decrypts, or makes rows without end.
READING_FUNCTIONS: Final = _words("""
    Abs Acos Acosh AddMonths And AnyValue ApproxDistinct ApproxPercentileAccumulate
    ApproxPercentileCombine ApproxPercentileEstimate ApproxQuantile ApproxQuantiles ApproxTopK
    ApproxTopKAccumulate ApproxTopKCombine ApproxTopKEstimate ApproxTopSum ApproximateSimilarity
    ArgMax ArgMin Array ArrayAgg ArrayAll ArrayAny ArrayAppend ArrayCompact ArrayConcat
    ArrayConcatAgg ArrayConstructCompact ArrayContainedBy ArrayContains ArrayContainsAll
    ArrayDistinct ArrayExcept ArrayFilter ArrayFirst ArrayInsert ArrayIntersect ArrayLast ArrayMax
    ArrayMin ArrayOverlaps ArrayPosition ArrayPrepend ArrayRemove ArrayRemoveAt ArrayReverse
    ArraySize ArraySlice ArraySort ArraySum ArrayToString ArrayUnionAgg ArrayUniqueAgg ArraysZip
    Ascii Asin Asinh Atan Atan2 Atanh Avg Base64DecodeBinary Base64DecodeString Base64Encode
    BitLength BitmapBitPosition BitmapBucketNumber BitmapConstructAgg BitmapCount BitmapOrAgg
    BitwiseAndAgg BitwiseCount BitwiseOrAgg BitwiseXorAgg Booland Boolnot Boolor BoolxorAgg
    ByteLength Case Cast CastToStrType Cbrt Ceil CheckJson CheckXml Chr CityHash64 Coalesce
    CodePointsToBytes CodePointsToString Collate Collation Concat ConcatWs ConnectByRoot Contains
    Convert ConvertTimezone ConvertToCharset Corr Cos Cosh CosineDistance Cot Coth Count CountIf
    CovarPop CovarSamp Csc Csch CumeDist CurrentAccount CurrentAccountName CurrentAvailableRoles
    CurrentCatalog CurrentDatabase CurrentDate CurrentDatetime CurrentOrganizationName
    CurrentOrganizationUser CurrentRegion CurrentRole CurrentRoleType CurrentSchema CurrentSchemas
    CurrentSecondaryRoles CurrentTime CurrentTimestamp CurrentTimestampLTZ CurrentTimezone
    CurrentUser CurrentUserId CurrentVersion CurrentWarehouse Date DateAdd DateBin DateDiff
    DateFromParts DateFromUnixDate DateStrToDate DateSub DateToDateStr DateToDi DateTrunc Datetime
    DatetimeAdd DatetimeDiff DatetimeSub DatetimeTrunc Day DayOfMonth DayOfWeek DayOfWeekIso
    DayOfYear Dayname Decode DecodeCase Degrees DenseRank DiToDate DotProduct Elt Encode EndsWith
    EqualNull EuclideanDistance Exists Exp Explode ExplodingGenerateSeries Extract Factorial
    FarmFingerprint First FirstValue Flatten Float64 Floor Format FromBase FromBase32 FromBase64
    FromISO8601Date FromISO8601Timestamp FromISO8601TimestampNanos FromJson GenerateDateArray
    GenerateSeries GenerateTimestampArray GetExtract GetIgnoreCase Getbit Greatest GroupConcat
    Grouping GroupingId HashAgg Hex HexDecodeString Hll Host Hour If Initcap Inline Int64 IsArray
    IsAscii IsInf IsNan IsNullValue JSONArray JSONArrayAgg JSONArrayAppend JSONArrayContains
    JSONArrayInsert JSONBContains JSONBContainsAllTopKeys JSONBContainsAnyTopKeys
    JSONBContainsTopKey JSONBDeleteAtPath JSONBExists JSONBExtract JSONBExtractScalar
    JSONBObjectAgg JSONBPathExists JSONBool JSONCast JSONExists JSONExtract JSONExtractArray
    JSONExtractScalar JSONFormat JSONKeys JSONKeysAtDepth JSONObject JSONObjectAgg JSONRemove
    JSONSet JSONStripNulls JSONTable JSONType JSONValueArray JarowinklerSimilarity JustifyDays
    JustifyHours JustifyInterval Kurtosis Lag Last LastDay LastValue LaxBool LaxFloat64 LaxInt64
    LaxString Lead Least Left Length Levenshtein List Ln Localtime Localtimestamp Log LogicalAnd
    LogicalOr Lower LowerHex MD5 MD5Digest MD5NumberLower64 MD5NumberUpper64 MakeInterval
    ManhattanDistance Map MapCat MapContainsKey MapDelete MapFromEntries MapInsert MapKeys MapPick
    MapSize MatchAgainst Max Median Min Minhash MinhashCombine Minute Mode Month Monthname
    MonthsBetween Nanvl Negative NextDay Normal Normalize NthValue Ntile Nullif NumberToStr Nvl2
    ObjectAgg ObjectInsert ObjectTransform OpenJSON Or Overlay Pad ParseBignumeric ParseDatetime
    ParseIp ParseJSON ParseNumeric ParseTime ParseUrl PercentRank PercentileCont PercentileDisc Pi
    Posexplode PosexplodeOuter Pow PreviousDay Quantile Quarter Radians Rand Randn RangeBucket
    RangeN Rank Reduce RegDomain RegexpCount RegexpExtract RegexpExtractAll RegexpFullMatch
    RegexpILike RegexpInstr RegexpLike RegexpReplace RegexpSplit RegexpSubstr RegrAvgx RegrAvgy
    RegrCount RegrIntercept RegrR2 RegrSlope RegrSxx RegrSxy RegrSyy RegrValx RegrValy Repeat
    Replace Reverse Right Rint Round RowNumber RtrimmedLength SHA SHA1Digest SHA2 SHA2Digest
    SafeAdd SafeConvertBytesToString SafeDivide SafeFunc SafeMultiply SafeNegate SafeSubtract Sec
    Sech Second SessionUser Shuffle Sign Sin Sinh Skewness Soundex SoundexP123 Space Split
    SplitPart SplitToTable Sqrt StDistance StPoint Stack StandardHash StarMap StartsWith Stddev
    StddevPop StddevSamp StrPosition StrToDate StrToMap StrToTime StrToUnix String StringToArray
    StripNullValue Strtok StrtokSplitToTable StrtokToArray Struct StructExtract Stuff Substring
    SubstringIndex Sum Systimestamp Tan Tanh Time TimeAdd TimeDiff TimeFromParts TimeSlice
    TimeStrToDate TimeStrToTime TimeStrToUnix TimeSub TimeToStr TimeToTimeStr TimeToUnix TimeTrunc
    Timestamp TimestampAdd TimestampDiff TimestampFromParts TimestampLtzFromParts TimestampSub
    TimestampTrunc TimestampTzFromParts ToArray ToBase32 ToBase64 ToBinary ToBoolean ToChar
    ToCodePoints ToDays ToDecfloat ToDouble ToMap ToNumber ToVariant Translate Trim Trunc Try
    TryBase64DecodeBinary TryBase64DecodeString TryCast TryHexDecodeBinary TryHexDecodeString
    TryToDecfloat TsOrDiToDi TsOrDsAdd TsOrDsDiff TsOrDsToDate TsOrDsToDateStr TsOrDsToDatetime
    TsOrDsToTime TsOrDsToTimestamp Typeof Unhex Unicode Uniform UnixDate UnixMicros UnixMillis
    UnixSeconds UnixToStr UnixToTime UnixToTimeStr Unnest Upper UtcDate UtcTime UtcTimestamp Uuid
    VarMap Variance VariancePop Week WeekOfYear WeekStart WeightString WidthBucket XMLElement
    XMLGet Xor Year YearOfWeek YearOfWeekIso
""")

# Functions that sqlglot does not know by class, in capitals; "" holds those of every dialect.
READING_NAMES: Final = {
    "": _words("""
        ABS AGE ASCII AVG BIT_LENGTH BTRIM CARDINALITY CEIL CHAR_LENGTH CLOCK_TIMESTAMP CONCAT
        COUNT DATE DATEDIFF DATE_FORMAT DATE_PART DATE_TRUNC DAY DIV FORMAT HOUR INITCAP INSTR
        ISFINITE ISNULL JSON_ARRAY_LENGTH JSON_BUILD_ARRAY JSON_BUILD_OBJECT JSON_TYPEOF JULIANDAY
        LPAD MAKE_INTERVAL MAX MEDIAN MIN MINUTE MOD MONTH NOW NULLIF OCTET_LENGTH PRINTF
        RATIO_TO_REPORT REGEXP_MATCH REGEXP_MATCHES ROUND RPAD SECOND STATEMENT_TIMESTAMP STRFTIME
        SUBSTR SUM TOTAL TO_CHAR TO_DATE TO_NUMBER TO_TIMESTAMP TRANSACTION_TIMESTAMP TRUNC TYPEOF
        UPPER WEEK WEEKDAY YEAR
    """),
    "postgres": _words("""
        ARRAY_DIMS ARRAY_LOWER ARRAY_NDIMS ARRAY_REPLACE ARRAY_TO_JSON ARRAY_UPPER BIT_COUNT
        ENCODE GCD GENERATE_SUBSCRIPTS JSONB_AGG JSONB_ARRAY_ELEMENTS JSONB_ARRAY_ELEMENTS_TEXT
        JSONB_ARRAY_LENGTH JSONB_BUILD_ARRAY JSONB_BUILD_OBJECT JSONB_EACH JSONB_EACH_TEXT
        JSONB_EXTRACT_PATH JSONB_EXTRACT_PATH_TEXT JSONB_OBJECT_KEYS JSONB_PATH_EXISTS
        JSONB_PATH_QUERY JSONB_PRETTY JSONB_SET JSONB_STRIP_NULLS JSONB_TYPEOF JSON_AGG
        JSON_ARRAY_ELEMENTS JSON_ARRAY_ELEMENTS_TEXT JSON_EACH JSON_EACH_TEXT JSON_OBJECT_KEYS LCM
        LOWER_INC MAKE_DATE MAKE_TIME MAKE_TIMESTAMP MAKE_TIMESTAMPTZ NUM_NONNULLS NUM_NULLS
        PG_SIZE_PRETTY PG_TYPEOF QUOTE_IDENT QUOTE_LITERAL REGEXP_SPLIT_TO_ARRAY
        REGEXP_SPLIT_TO_TABLE ROW_TO_JSON SCALE STRING_TO_TABLE TIMEOFDAY TO_JSON TO_JSONB
        UPPER_INC
    """),
    "sqlite": _words("""
        GLOB IFNULL JSON_ARRAY JSON_EACH JSON_GROUP_ARRAY JSON_GROUP_OBJECT JSON_PATCH JSON_QUOTE
        JSON_TREE JSON_VALID LIKELIHOOD LIKELY OCTET_LENGTH QUOTE SQLITE_VERSION TIMEDIFF
        UNIXEPOCH UNLIKELY
    """),
    "mysql": _words("""
        ADDTIME BIN CONV FIELD FIND_IN_SET FORMAT FROM_DAYS INET_ATON INET_NTOA INTERVAL
        JSON_CONTAINS JSON_DEPTH JSON_LENGTH JSON_OVERLAPS JSON_QUOTE JSON_SEARCH JSON_UNQUOTE
        JSON_VALID MAKEDATE MAKETIME MAKE_SET MICROSECOND OCT ORD PERIOD_ADD PERIOD_DIFF QUOTE
        SEC_TO_TIME STRCMP SUBTIME TIMESTAMPDIFF TIME_TO_SEC TO_SECONDS WEEKOFYEAR YEARWEEK
    """),
    "duckdb": _words("""
        BAR DATE_SUB DAYNAME EPOCH_US GREATEST HISTOGRAM ISODOW JSON_KEYS LIST_AGGREGATE LIST_AVG
        LIST_COUNT LIST_EXTRACT LIST_INDEXOF LIST_SUM LIST_UNIQUE MONTHNAME PRINTF RANGE
        ROW_TO_JSON STRUCT_EXTRACT TO_DAYS TO_HOURS TO_JSON TO_MINUTES TO_MONTHS TO_SECONDS
        TO_YEARS
    """),
    "clickhouse": _words("""
        ADDDAYS ADDHOURS ADDMINUTES ADDMONTHS ADDSECONDS ADDWEEKS ADDYEARS AGE ANY ANYHEAVY
        ANYLAST ARGMAX ARGMIN ARRAYAVG ARRAYCOUNT ARRAYEXISTS ARRAYJOIN ARRAYMAP ARRAYSORT
        ARRAYUNIQ AVGWEIGHTED BAR CORR COUNTSUBSTRINGS DATEDIFF DOMAIN DOMAINWITHOUTWWW EMPTY
        EXTRACTALL FORMATDATETIME FORMATREADABLEQUANTITY FORMATREADABLESIZE GROUPARRAY
        GROUPUNIQARRAY HAS HASALL HASANY IFNULL INDEXOF INTDIV INTDIVORZERO ISNOTNULL ISNULL
        JSONEXTRACTFLOAT JSONEXTRACTINT JSONHAS JSONLENGTH LENGTHUTF8 LOWERUTF8 MEDIANEXACT
        MULTIIF MULTISEARCHANY NOTEMPTY NUMBERS POSITIONCASEINSENSITIVE QUANTILEEXACT QUANTILES
        QUANTILETDIGEST ROUNDDOWN RUNNINGDIFFERENCE SEQUENCECOUNT SPLITBYCHAR STDDEVPOP STDDEVSAMP
        SUBTRACTDAYS SUBTRACTHOURS SUBTRACTMONTHS SUBTRACTYEARS SUMMAP SUMWITHOVERFLOW TODATE
        TODATE32 TODATETIME TODATETIME64 TODAYOFMONTH TODAYOFYEAR TODECIMAL32 TODECIMAL64
        TOFLOAT32 TOFLOAT64 TOHOUR TOINT16 TOINT32 TOINT64 TOINT8 TOISOWEEK TOMINUTE TOMONTH TOPK
        TOQUARTER TOSECOND TOSTARTOFFIFTEENMINUTES TOSTARTOFFIVEMINUTES TOSTARTOFINTERVAL
        TOSTARTOFTENMINUTES TOSTARTOFWEEK TOSTRING TOUINT16 TOUINT32 TOUINT64 TOUINT8
        TOUNIXTIMESTAMP TOYEAR TOYYYYMM TOYYYYMMDD TRIMBOTH UNIQ UNIQCOMBINED UNIQCOMBINED64
        UNIQEXACT UNIQHLL12 UPPERUTF8 VARPOP VARSAMP YESTERDAY
    """),
    "presto": _words("""
        BAR CODEPOINT DATE_ADD DAY_OF_MONTH DAY_OF_WEEK DAY_OF_YEAR FORMAT_DATETIME GEOMETRIC_MEAN
        HISTOGRAM HUMAN_READABLE_SECONDS JSON_ARRAY_CONTAINS JSON_ARRAY_GET JSON_SIZE MAP_AGG
        MAP_FILTER MAP_UNION MILLISECOND NUMERIC_HISTOGRAM PARSE_DURATION TO_ISO8601
        TO_MILLISECONDS URL_EXTRACT_HOST URL_EXTRACT_PARAMETER URL_EXTRACT_PATH URL_EXTRACT_QUERY
        WEEK_OF_YEAR YEAR_OF_WEEK
    """),
    "snowflake": _words("""
        ARRAYS_TO_OBJECT CHARINDEX DATE_FROM_PARTS DAYNAME HASH IS_NULL_VALUE OBJECT_DELETE
        OBJECT_PICK PARSE_URL REGR_VALX SYSDATE TO_ARRAY TO_OBJECT TRY_TO_NUMERIC
    """),
    "tsql": _words("""
        CHOOSE DATEFROMPARTS DATENAME DATEPART DATETIMEOFFSETFROMPARTS DIFFERENCE EOMONTH FORMAT
        GETUTCDATE ISDATE ISNUMERIC JSON_MODIFY NCHAR PATINDEX QUOTENAME STR STRING_ESCAPE
        STRING_SPLIT SWITCHOFFSET SYSUTCDATETIME TODATETIMEOFFSET TRY_PARSE
    """),
    "oracle": _words("""
        BITAND LNNVL NLSSORT NUMTODSINTERVAL NUMTOYMINTERVAL ORA_HASH REMAINDER SYS_EXTRACT_UTC
        TO_CLOB TO_DSINTERVAL TO_YMINTERVAL TZ_OFFSET VSIZE
    """),
    "hive": _words("""
        ARRAY_CONTAINS DATE_FROM_UNIX_DATE FIND_IN_SET GET_JSON_OBJECT HISTOGRAM_NUMERIC
        JSON_TUPLE MAP_CONCAT MAP_ENTRIES MAP_VALUES NAMED_STRUCT PARSE_URL PMOD SENTENCES
        SHIFTRIGHT TRUNC WEEKOFYEAR
    """),
    "bigquery": _words("""
        BYTE_LENGTH DATE_FROM_UNIX_DATE IEEE_DIVIDE NORMALIZE PARSE_TIMESTAMP RANGE ST_DISTANCE
        ST_GEOGPOINT TIMESTAMP_SECONDS
    """),
    "teradata": _words("""
        NULLIFZERO OREPLACE ZEROIFNULL
    """),
    "druid": _words("""
        APPROX_COUNT_DISTINCT_DS_HLL MILLIS_TO_TIMESTAMP MV_CONTAINS MV_LENGTH TIMESTAMP_TO_MILLIS
        TIME_CEIL TIME_EXTRACT TIME_FLOOR TIME_FORMAT TIME_PARSE TIME_SHIFT
    """),
}

# Dialects that share the function names of another.
RELATED_DIALECTS: Final = {
    "athena": "presto",
    "databricks": "hive",
    "doris": "mysql",
    "redshift": "postgres",
    "risingwave": "postgres",
    "singlestore": "mysql",
    "spark": "hive",
    "starrocks": "mysql",
    "trino": "presto",
}

# Functions that may stand where a table stands.
TABLE_FUNCTIONS: Final = _words("""
    Explode ExplodingGenerateSeries Flatten GenerateDateArray GenerateSeries GenerateTimestampArray
    Inline JSONTable OpenJSON Posexplode PosexplodeOuter SplitToTable StringToArray
    StrtokSplitToTable Unnest
""")
TABLE_FUNCTION_NAMES: Final = _words("""
    GENERATE_SUBSCRIPTS JSONB_ARRAY_ELEMENTS JSONB_ARRAY_ELEMENTS_TEXT JSONB_EACH JSONB_EACH_TEXT
    JSONB_OBJECT_KEYS JSON_ARRAY_ELEMENTS JSON_ARRAY_ELEMENTS_TEXT JSON_EACH JSON_EACH_TEXT
    JSON_OBJECT_KEYS JSON_TREE JSON_TUPLE NUMBERS RANGE REGEXP_MATCHES REGEXP_SPLIT_TO_TABLE
    STRING_SPLIT STRING_TO_TABLE
""")
