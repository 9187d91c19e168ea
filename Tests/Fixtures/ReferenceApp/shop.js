// The shop of shop.py in JavaScript, as far as two errors in one action need it.
const { readFileSync } = require("fs");

function reduce(shop, type, values) {
  const next = { ...shop, ticks: shop.ticks + 1 };
  switch (type) {
    case "toggle": return { ...next, isOffline: !shop.isOffline };
    case "level": return { ...next, level: values._0 };
    case "checkout": return values.bug === "twoRecursions" ? recur(next) : checkOut(next);
    default: return next;
  }
}

function checkOut(shop) {
  if (shop.level > 5) return shop.levels[shop.level];
  if (shop.isOffline) return offline;
  return shop;
}

const raiseLevel = (shop) => 1 + checkLevel(shop);
const checkLevel = (shop) => 1 + raiseLevel(shop);
const goOnline = (shop) => 1 + checkLine(shop);
const checkLine = (shop) => 1 + goOnline(shop);
const recur = (shop) => shop.level > 5 ? raiseLevel(shop) : shop.isOffline ? goOnline(shop) : shop;

function replay([header, ...lines]) {
  const answer = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
  answer({ rewind: 1, replay: 1, actions: ["toggle", "level", "tick", "checkout"].map((name) => `ShopAction.${name}`) });
  let shop = { items: [], coupon: "", isOffline: false, level: 1, ticks: 0, notes: 0 };
  let [index, hasBegun] = [0, false];
  const tell = () => header.states === "all" && answer({ after: index, state: shop });
  for (const line of lines) {
    if ("state" in line) {
      [index, shop] = [line.after, line.state];
    } else if ("action" in line) {
      if (!hasBegun) tell();
      [index, hasBegun] = [line.index, true];
      answer({ index, action: { type: line.action.type } });
      const [[type, values]] = Object.entries(line.action.payload);
      shop = reduce(shop, type, values);
      tell();
    }
  }
  answer({ end: "closed" });
}

if (process.argv.includes("--rewind-replay")) {
  replay(readFileSync(0, "utf8").trim().split("\n").map(JSON.parse));
}
