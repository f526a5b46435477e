-- What the language model cost each workspace in a month.
CREATE TABLE "language_model_costs" (
	"tenant_id" uuid NOT NULL,
	"month" date NOT NULL,
	"kind" varchar(30) NOT NULL,
	"calls" integer NOT NULL,
	"tokens" bigint NOT NULL,
	CONSTRAINT "language_model_costs_tenant_id_month_kind_pk" PRIMARY KEY("tenant_id","month","kind")
);
--> statement-breakpoint
-- Without a policy: the service reads and writes it, nobody on behalf of a person does.
ALTER TABLE language_model_costs ENABLE ROW LEVEL SECURITY;
