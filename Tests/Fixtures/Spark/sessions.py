# spark-submit sessions.py LOGS TABLES [APP/VERSION=PROGRAM …]
import json, os, subprocess, sys, tempfile
from pyspark import StorageLevel
from pyspark.sql import SparkSession, functions as F

logs, tables = sys.argv[1:3]
programs = dict(word.split("=", 1) for word in sys.argv[3:])

ACTIONS = """file string, session string, index bigint, time double,
  type string, payload string, error string, changed array<string>,
  cause bigint, cause_store string, subscribed bigint, died boolean"""
SESSIONS = """file string, session string, commit string, store string,
  started timestamp, length double, actions bigint, end string, fatal string,
  signature string, culprit string, group string, kind string,
  damage string"""

def rewind(*words):
    """Runs a command; 1 says that not all is clean, 2 that it failed."""
    run = subprocess.run(["rewind", *words], capture_output=True, text=True)
    if run.returncode not in (0, 1):
        raise RuntimeError(f"rewind {words[0]}: {run.stderr}")
    return run.stdout

def lines(path):
    with open(path) as file:
        yield from file

def work(part):
    """The rows of a worker's logs: table, app, version, day, row."""
    with tempfile.TemporaryDirectory() as top:
        folders, paths = {}, {}
        for number, log in enumerate(part):
            key = (log.app, log.version, log.day)
            folder = folders.setdefault(key, f"{top}/{len(folders)}")
            os.makedirs(folder, exist_ok=True)
            with open(f"{folder}/{number}.jsonl", "wb") as file:
                file.write(log.content)
            paths[file.name] = log.path
        for key, folder in folders.items():
            for table, line in rows(key, folder):
                row = json.loads(line)
                row["file"] = paths[row["file"]]
                yield (table, *key, json.dumps(row))

def rows(key, folder):
    app = programs.get("/".join(key[:2]))
    app = ["--app", app] if app else []
    if app:
        for line in rewind("verify", folder, *app, "--json").splitlines():
            yield "verify", line
    with open(f"{folder}/triage.json", "w") as file:
        file.write(rewind("triage", folder, *app, "--json"))
    rewind("export", folder, "--rows", "--triage", f"{folder}/triage.json",
           "-o", f"{folder}/tables")
    for table in ("actions", "sessions"):
        for line in lines(f"{folder}/tables/{table}.jsonl"):
            yield table, line

spark = (SparkSession.builder.appName("sessions")
         # A version such as 1.10 is a text.
         .config("spark.sql.sources.partitionColumnTypeInference.enabled",
                 False)
         .getOrCreate())
files = (spark.read.format("binaryFile").option("pathGlobFilter", "*.jsonl")
         .load(logs).select("app", "version", "day", "path", "content")
         .repartition("app", "version", "day"))
found = (files.rdd.mapPartitions(work)
         .toDF("""table string, app string, version string, day string,
                  row string""")
         .persist(StorageLevel.DISK_ONLY))

def table(name, schema):
    return (found.where(F.col("table") == name)
            .withColumn("row", F.from_json("row", schema))
            .select("app", "version", "day", "row.*"))

verdicts = table("verify", "file string, result string")
sessions = table("sessions", SESSIONS).join(
    verdicts, ["app", "version", "day", "file"], "left")
frames = {"sessions": sessions, "actions": table("actions", ACTIONS)}
for name, frame in frames.items():
    (frame.write.mode("overwrite").partitionBy("app", "version", "day")
     .parquet(f"{tables}/{name}"))

# One group of crashes may come from several workers: its name is the same.
(sessions.where("kind = 'crash'")
 .groupBy("app", "group", "fatal", "culprit", "signature")
 .agg(F.count("*").alias("count"),
      F.collect_set("version").alias("versions"),
      F.min("started").alias("first"), F.max("started").alias("last"))
 .orderBy(F.desc("count")).show(50, truncate=False))
