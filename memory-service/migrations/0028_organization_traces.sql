ALTER TABLE "mails" ADD COLUMN "organization_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "organization_id" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_organization_idx" ON "mails" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "notifications_organization_idx" ON "notifications" USING btree ("organization_id");--> statement-breakpoint
-- Notifications and invitation mails from before say in their own ways which organization they are about.
UPDATE notifications SET organization_id = organizations.id FROM organizations WHERE notifications.event_type::text LIKE 'org\_%'
  and organizations.id::text = coalesce(notifications.metadata ->> 'organization_id', substring(notifications.metadata ->> 'accept_url' from '[?&]org=([0-9a-f-]{36})'));
--> statement-breakpoint
UPDATE notifications SET organization_id = organizations.id FROM organizations WHERE notifications.event_type::text LIKE 'org\_%'
  and notifications.organization_id is null and organizations.name = notifications.metadata ->> 'organization_name';
--> statement-breakpoint
UPDATE mails SET organization_id = organizations.id FROM organizations
  WHERE mails.event = 'org_invitation' and organizations.id::text = substring(mails.text from '[?&]org=([0-9a-f-]{36})');
--> statement-breakpoint
-- Empties what does not go with an organization by itself, right before it is deleted.
CREATE FUNCTION hindsight_forget_organization(gone uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
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
  delete from jobs where organization_id = gone or options ->> 'organization_id' = gone::text or id in (
    select job_id from job_items join audits
      on audits.target_id::text = lower(trim(coalesce(input ->> 'memory_block_id', input #>> '{}')))
    where audits.organization_id = gone and audits.target_type = 'memory_block');
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
