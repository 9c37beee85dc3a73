CREATE TABLE "vault_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"created_at" bigint NOT NULL,
	"publics" jsonb,
	"pepper_asks" integer DEFAULT 0 NOT NULL,
	"pepper_locked_until" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vault_audit" (
	"id" text PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL,
	"account" text,
	"device" text,
	"what" text NOT NULL,
	"code" text
);
--> statement-breakpoint
CREATE TABLE "vault_budgets" (
	"id" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vault_challenges" (
	"id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"device" text NOT NULL,
	"project" text NOT NULL,
	"site" text,
	"label" text NOT NULL,
	"email" text NOT NULL,
	"account_id" text,
	"wanted" text,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "vault_devices" (
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"project" text NOT NULL,
	"site" text,
	"label" text NOT NULL,
	"created_at" bigint NOT NULL,
	"used_at" bigint NOT NULL,
	"revoked_at" bigint,
	CONSTRAINT "vault_devices_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "vault_identities" (
	"kind" text NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"account_id" text NOT NULL,
	"label" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "vault_identities_kind_issuer_subject_pk" PRIMARY KEY("kind","issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "vault_methods" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"method" jsonb NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vault_proofs" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vault_recoveries" (
	"split_id" text NOT NULL,
	"method_id" text NOT NULL,
	"sealed" text NOT NULL,
	CONSTRAINT "vault_recoveries_split_id_method_id_pk" PRIMARY KEY("split_id","method_id")
);
--> statement-breakpoint
CREATE TABLE "vault_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vault_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"device" text NOT NULL,
	"rotation" integer DEFAULT 0 NOT NULL,
	"hash" text NOT NULL,
	"previous_hash" text,
	"rotated_at" bigint NOT NULL,
	"proved_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vault_splits" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"device" text,
	"serial" integer NOT NULL,
	"share" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "vault_challenges" ADD CONSTRAINT "vault_challenges_account_id_vault_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."vault_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vault_devices" ADD CONSTRAINT "vault_devices_account_id_vault_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."vault_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vault_identities" ADD CONSTRAINT "vault_identities_account_id_vault_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."vault_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vault_methods" ADD CONSTRAINT "vault_methods_account_id_vault_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."vault_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vault_recoveries" ADD CONSTRAINT "vault_recoveries_split_id_vault_splits_id_fk" FOREIGN KEY ("split_id") REFERENCES "public"."vault_splits"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vault_recoveries" ADD CONSTRAINT "vault_recoveries_method_id_vault_methods_id_fk" FOREIGN KEY ("method_id") REFERENCES "public"."vault_methods"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vault_sessions" ADD CONSTRAINT "vault_sessions_account_id_vault_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."vault_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vault_splits" ADD CONSTRAINT "vault_splits_account_id_vault_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."vault_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vault_audit_of_account" ON "vault_audit" USING btree ("account","at");--> statement-breakpoint
CREATE INDEX "vault_budgets_by_expiry" ON "vault_budgets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "vault_challenges_by_expiry" ON "vault_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "vault_identities_of_account" ON "vault_identities" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "vault_methods_of_account" ON "vault_methods" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "vault_proofs_by_expiry" ON "vault_proofs" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "vault_sessions_of_account" ON "vault_sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "vault_sessions_by_expiry" ON "vault_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "vault_splits_in_order" ON "vault_splits" USING btree ("account_id","serial");