-- Empties what does not go with an organization by itself, right before it is deleted; what other workspaces say of it, too.
CREATE OR REPLACE FUNCTION hindsight_forget_organization(gone uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
begin
  if ((select hindsight_kind()) = 'superadmin' or gone = any ((select hindsight_organizations('manage'))::uuid[])) is not true then
    raise insufficient_privilege using message = 'only those who manage an organization may delete it';
  end if;
  -- Mails about several organizations keep what they say of the others, and are worded again when they are sent.
  with kept as (
    select id, (select jsonb_agg(item order by place) from jsonb_array_elements(news) with ordinality as parts (item, place)
      where item ->> 'organization_id' is distinct from gone::text) as news
    from mails where news @> jsonb_build_array(jsonb_build_object('organization_id', gone))
  ), emptied as (
    delete from mails using kept where mails.id = kept.id and kept.news is null
  )
  update mails set news = kept.news, subject = '', html = '', text = '' from kept where mails.id = kept.id and kept.news is not null;
  -- Decided suggestions stay when their memories are deleted.
  delete from consolidation_suggestions where organization_id = gone;
  -- Steps quote memories; those of a job for another workspace are known by the trail of what was deleted.
  delete from jobs where organization_id = gone or gone::text in (options ->> 'organization_id', options #>> '{place,organizationId}') or id in (
    select job_id from job_items join audits
      on audits.target_id::text = lower(trim(coalesce(input ->> 'memory_block_id', input #>> '{}')))
    where audits.organization_id = gone and audits.target_type = 'memory_block');
  -- Other workspaces remember what came from here or went here: in the trail's other half of a move, in what undoes it, and in its report.
  update audits as other set metadata = null from audits as own
    where own.organization_id = gone and own.action_type in ('memory_scope_change', 'agent_scope_change', 'bulk_operation_start')
      and other.target_type = own.target_type and other.target_id = own.target_id and other.organization_id is distinct from gone
      and position(gone::text in other.metadata::text) > 0;
  delete from bulk_edits where change ->> 'organization_id' = gone::text
    or undo @> jsonb_build_array(jsonb_build_object('change', jsonb_build_object('organization_id', gone)));
  update notifications set metadata = metadata - 'new_organization_id' where metadata ->> 'new_organization_id' = gone::text;
  -- The trail says that somebody did something, and no longer what to whom.
  update audits set target_id = null, reason = null, metadata = null where organization_id = gone;
  delete from rate_counters where key like 'moved-out:' || gone || ':%';
  delete from events where organization_id = gone;
  -- The locks of folding: what is being added up now would come back.
  perform pg_advisory_xact_lock(728311905), pg_advisory_xact_lock(728311906);
  delete from workspace_tallies where organization_id = gone;
  delete from search_term_changes where tenant_id = gone;
  delete from search_terms where tenant_id = gone;
end $$;
