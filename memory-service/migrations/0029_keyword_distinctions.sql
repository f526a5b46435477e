-- Keywords that a person has called different words, so that they are not listed as duplicates.
CREATE TABLE "keyword_distinctions" (
	"first_id" uuid NOT NULL,
	"second_id" uuid NOT NULL,
	"texts_hash" bigint NOT NULL,
	CONSTRAINT "keyword_distinctions_first_id_second_id_pk" PRIMARY KEY("first_id","second_id")
);
--> statement-breakpoint
ALTER TABLE "keyword_distinctions" ADD CONSTRAINT "keyword_distinctions_first_id_keywords_id_fk" FOREIGN KEY ("first_id") REFERENCES "public"."keywords"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keyword_distinctions" ADD CONSTRAINT "keyword_distinctions_second_id_keywords_id_fk" FOREIGN KEY ("second_id") REFERENCES "public"."keywords"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "keyword_distinctions_second_idx" ON "keyword_distinctions" USING btree ("second_id");
--> statement-breakpoint
ALTER TABLE keyword_distinctions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
-- Both keywords are of one workspace, so that the first one says whose the pair is.
CREATE POLICY keyword_distinctions_read ON keyword_distinctions FOR SELECT USING (exists (select 1 from keywords where keywords.id = first_id));
--> statement-breakpoint
CREATE POLICY keyword_distinctions_insert ON keyword_distinctions FOR INSERT WITH CHECK (exists (select 1 from keywords where keywords.id = first_id and ((select hindsight_kind()) = 'superadmin'
    or (keywords.visibility_scope = 'personal' and keywords.owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (keywords.visibility_scope = 'organization' and keywords.organization_id = any ((select hindsight_organizations('write'))::uuid[])))));
--> statement-breakpoint
CREATE POLICY keyword_distinctions_update ON keyword_distinctions FOR UPDATE USING (exists (select 1 from keywords where keywords.id = first_id and ((select hindsight_kind()) = 'superadmin'
    or (keywords.visibility_scope = 'personal' and keywords.owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (keywords.visibility_scope = 'organization' and keywords.organization_id = any ((select hindsight_organizations('write'))::uuid[])))))
  WITH CHECK (exists (select 1 from keywords where keywords.id = first_id and ((select hindsight_kind()) = 'superadmin'
    or (keywords.visibility_scope = 'personal' and keywords.owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (keywords.visibility_scope = 'organization' and keywords.organization_id = any ((select hindsight_organizations('write'))::uuid[])))));
--> statement-breakpoint
CREATE POLICY keyword_distinctions_delete ON keyword_distinctions FOR DELETE USING (exists (select 1 from keywords where keywords.id = first_id and ((select hindsight_kind()) = 'superadmin'
    or (keywords.visibility_scope = 'personal' and keywords.owner_user_id = (select hindsight_user()) and (select hindsight_kind()) = 'member' and (select hindsight_fact('writes')) = 'yes')
    or (keywords.visibility_scope = 'organization' and keywords.organization_id = any ((select hindsight_organizations('write'))::uuid[])))));
