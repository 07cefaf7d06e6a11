-- What an account may do beside its role: JSON of rights, true where granted and false where taken.
ALTER TABLE admins ADD COLUMN rights TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(rights));
ALTER TABLE admins ADD COLUMN refund_limit INTEGER CHECK (refund_limit >= 0);
