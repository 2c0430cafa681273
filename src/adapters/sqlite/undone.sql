-- The action that undid this one, once it is undone.
ALTER TABLE executions ADD COLUMN undone_by TEXT;
