-- Partitions are reached through their table only: nobody but the account of the service has rights in this schema.
CREATE SCHEMA IF NOT EXISTS hindsight_partitions;
--> statement-breakpoint
-- Turns a table into one of partitions by `created_at`. Its rows are not touched: as they are, they become the partition of everything
-- before `boundary`, which a valid check has to promise (`<table>_boundary`), or they are read under the lock. Rights, policies, triggers, foreign keys and
-- indexes go to the whole. A key by `id` alone stays with the older rows: a key of the whole would have to hold the time.
CREATE FUNCTION hindsight_partition(name text, boundary timestamptz) RETURNS void LANGUAGE plpgsql SET search_path = public AS $$
declare
  older constant text := name || '_before';
  sequence constant text := pg_get_serial_sequence(name, 'id');
  again text[];
  one text;
begin
  execute format('lock table %I in access exclusive mode', name);
  select array_agg(made.statement order by made.place) into again from (
    select 1 as place, format('alter table %I add constraint %I %s', name, conname, pg_get_constraintdef(oid)) as statement
      from pg_constraint where conrelid = name::regclass and contype = 'f'
    union all select 2, pg_get_indexdef(indexrelid) from pg_index where indrelid = name::regclass and not indisprimary
    union all select 3, pg_get_triggerdef(oid) from pg_trigger where tgrelid = name::regclass and not tgisinternal
    union all select 4, format('create policy %I on %I for %s %s %s', policyname, name, cmd, 'using (' || qual || ')', 'with check (' || with_check || ')')
      from pg_policies where schemaname = 'public' and tablename = name
    union all select 5, format('grant %s on %I to %s', privilege_type, name, case grantee when 0 then 'public' else grantee::regrole::text end)
      from pg_class, aclexplode(relacl) where pg_class.oid = name::regclass and grantee <> relowner
    union all select 6, format('alter table %I enable row level security', name) from pg_class where oid = name::regclass and relrowsecurity
  ) as made;
  if sequence is not null then
    execute format('alter sequence %s owned by none', sequence);
  end if;
  for one in select tgname from pg_trigger where tgrelid = name::regclass and not tgisinternal loop
    execute format('drop trigger %I on %I', one, name);
  end loop;
  execute format('alter table %I set schema hindsight_partitions', name);
  execute format('alter table hindsight_partitions.%I rename to %I', name, older);
  execute format('create table %I (like hindsight_partitions.%I including defaults including constraints) partition by range (created_at)', name, older);
  execute format('alter table %I drop constraint if exists %I', name, name || '_boundary');
  if sequence is not null then
    execute format('alter sequence %s owned by %I.id', sequence, name);
  end if;
  foreach one in array again loop
    execute one;
  end loop;
  execute format('alter table %I attach partition hindsight_partitions.%I for values from (minvalue) to (%L)', name, older, boundary);
  execute format('alter table hindsight_partitions.%I drop constraint if exists %I', older, name || '_boundary');
  -- What no partition has been made for is taken all the same.
  execute format('create table hindsight_partitions.%I partition of %I default', name || '_default', name);
end $$;
--> statement-breakpoint
-- Here only where there is nothing to read; the service does it with filled tables while it serves.
DO $$
declare
  name text;
  is_filled boolean;
begin
  foreach name in array array['agent_activity', 'retrieval_events', 'audits'] loop
    execute format('select exists (select 1 from %I)', name) into is_filled;
    if not is_filled then
      execute format('alter table %I validate constraint %I', name, name || '_tenant_check');
      perform hindsight_partition(name, date_trunc('week', now()));
    end if;
  end loop;
end $$;
