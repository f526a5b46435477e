-- A name in the letters by which it is found: those of hindsight_letters, small ones. Some servers end a word with ς where they make it small.
-- The schema is named: an index on this is built and restored with an empty search path.
CREATE FUNCTION hindsight_folded(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  select translate(lower(public.hindsight_letters(given)), 'ς', 'σ') $$;
--> statement-breakpoint
-- What a transaction may read of keywords: the rules of the policy, which a search by an index may be combined with.
CREATE VIEW readable_keywords AS SELECT * FROM keywords WHERE ((select hindsight_kind()) = 'superadmin'
    or (visibility_scope = 'personal' and owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or (visibility_scope = 'organization' and organization_id = any ((select hindsight_organizations('read'))::uuid[]))
    or visibility_scope = 'public');
--> statement-breakpoint
-- The service builds one by letters in its place, and one for keywords, while it serves.
DROP INDEX agents_name_trigram_idx;
