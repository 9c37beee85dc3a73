CREATE TABLE "vault_flows" (
	"state" text PRIMARY KEY NOT NULL,
	"login" text NOT NULL,
	"provider" text NOT NULL,
	"browser" text NOT NULL,
	"posted" jsonb,
	"ticket" text,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vault_logins" (
	"id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"project" text NOT NULL,
	"provider" text NOT NULL,
	"site" text NOT NULL,
	"device" text NOT NULL,
	"label" text NOT NULL,
	"account_id" text,
	"number" text NOT NULL,
	"numbers" jsonb NOT NULL,
	"state" text NOT NULL,
	"code" text,
	"beat_at" bigint DEFAULT 0 NOT NULL,
	"browser" text,
	"identity" jsonb,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"channel" text,
	"nonce" text,
	"poll_at" bigint
);
--> statement-breakpoint
ALTER TABLE "vault_flows" ADD CONSTRAINT "vault_flows_login_vault_logins_id_fk" FOREIGN KEY ("login") REFERENCES "public"."vault_logins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vault_logins" ADD CONSTRAINT "vault_logins_account_id_vault_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."vault_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vault_flows_by_expiry" ON "vault_flows" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "vault_flows_of_login" ON "vault_flows" USING btree ("login");--> statement-breakpoint
CREATE INDEX "vault_logins_by_expiry" ON "vault_logins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "vault_logins_to_poll" ON "vault_logins" USING btree ("poll_at");--> statement-breakpoint
CREATE INDEX "vault_logins_of_account" ON "vault_logins" USING btree ("account_id");