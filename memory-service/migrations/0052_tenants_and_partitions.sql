-- Completes what release 1.3.0 did while it served, where it had not finished: the tenants of rows from before that column, and the division of
-- tables by time. Then nothing of it is needed any more. In a new database this changes nothing.
DO $$
declare
  name text;
begin
  for name in select relname from pg_constraint join pg_class on pg_class.oid = conrelid
      where conname = relname || '_tenant_check' and not convalidated and relnamespace = 'public'::regnamespace order by relname loop
    -- The trigger finds the tenant.
    execute format('update %I set tenant_id = null where tenant_id is null', name);
    execute format('alter table %I validate constraint %I', name, name || '_tenant_check');
  end loop;
  for name in select relname from pg_class where oid in ('agent_activity'::regclass, 'retrieval_events'::regclass, 'audits'::regclass)
      and relkind = 'r' order by relname loop
    perform hindsight_partition(name, date_trunc('week', now()) + interval '1 week');
  end loop;
end $$;
--> statement-breakpoint
DROP FUNCTION IF EXISTS hindsight_partition(text, timestamptz);--> statement-breakpoint
DELETE FROM service_state WHERE key LIKE 'tenants of %';--> statement-breakpoint
-- Without the rows that had no tenant yet.
CREATE OR REPLACE VIEW readable_keyword_links AS SELECT link.memory_block_id, link.keyword_id FROM memory_block_keywords AS link
  WHERE ((select hindsight_kind()) = 'superadmin'
    or (link.tenant_id = (select hindsight_user()) and (select hindsight_kind()) = 'member')
    or link.tenant_id = any ((select hindsight_organizations('read'))::uuid[])
    or link.tenant_id = '00000000-0000-0000-0000-000000000000');
--> statement-breakpoint
-- As it was written; the division had made another expression of it.
ALTER POLICY audits_read ON audits USING ((select hindsight_kind()) = 'superadmin' or organization_id = any ((select hindsight_organizations('manage'))::uuid[])
    or ((select hindsight_fact('beta')) = 'admin' and target_type in ('beta_access_user', 'beta_access_request')));
