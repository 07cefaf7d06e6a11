-- What a zoo that has grown asks for all the time: sums over all days, and animals by a part of their words.

-- The sales of all days together, one row for each status and method from the start.
CREATE TABLE sales_of_all_days (
  status         TEXT NOT NULL CHECK (status IN ('pending', 'paid', 'cancelled', 'refunded')),
  payment_method TEXT NOT NULL CHECK (payment_method IN ('upi', 'card', 'cash')),
  orders         INTEGER NOT NULL CHECK (orders >= 0),
  paise          INTEGER NOT NULL,
  adults         INTEGER NOT NULL,
  children       INTEGER NOT NULL,
  seniors        INTEGER NOT NULL,
  PRIMARY KEY (status, payment_method)
) STRICT, WITHOUT ROWID;

INSERT INTO sales_of_all_days
SELECT a.value, b.value, coalesce(sum(orders), 0), coalesce(sum(paise), 0),
       coalesce(sum(adults), 0), coalesce(sum(children), 0), coalesce(sum(seniors), 0)
FROM json_each('["pending", "paid", "cancelled", "refunded"]') AS a, json_each('["upi", "card", "cash"]') AS b
LEFT JOIN sales ON status = a.value AND payment_method = b.value
GROUP BY a.value, b.value;

CREATE TRIGGER sales_new AFTER INSERT ON sales
BEGIN
  UPDATE sales_of_all_days SET
    orders = orders + new.orders, paise = paise + new.paise, adults = adults + new.adults,
    children = children + new.children, seniors = seniors + new.seniors
  WHERE status = new.status AND payment_method = new.payment_method;
END;
CREATE TRIGGER sales_changed AFTER UPDATE ON sales
BEGIN
  UPDATE sales_of_all_days SET
    orders = orders + new.orders - old.orders, paise = paise + new.paise - old.paise,
    adults = adults + new.adults - old.adults, children = children + new.children - old.children,
    seniors = seniors + new.seniors - old.seniors
  WHERE status = new.status AND payment_method = new.payment_method;
END;

-- Parts of the words that a search for animals looks through.
CREATE VIRTUAL TABLE animal_words USING fts5 (
  words, tokenize = 'trigram', content = '', contentless_delete = 1
);
INSERT INTO animal_words (rowid, words) SELECT seq, search_text FROM animals;
CREATE TRIGGER animal_words_new AFTER INSERT ON animals
BEGIN
  INSERT INTO animal_words (rowid, words) VALUES (new.seq, new.search_text);
END;
CREATE TRIGGER animal_words_changed AFTER UPDATE OF search_text ON animals
BEGIN
  DELETE FROM animal_words WHERE rowid = old.seq;
  INSERT INTO animal_words (rowid, words) VALUES (new.seq, new.search_text);
END;
CREATE TRIGGER animal_words_gone AFTER DELETE ON animals
BEGIN
  DELETE FROM animal_words WHERE rowid = old.seq;
END;

CREATE INDEX animals_by_name ON animals (name, seq DESC);
