CREATE TABLE "vault_links" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"what" text NOT NULL,
	"device" text NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vault_requests" (
	"account_id" text NOT NULL,
	"device" text NOT NULL,
	"number" text NOT NULL,
	"asked_at" bigint NOT NULL,
	"confirmed_at" bigint,
	CONSTRAINT "vault_requests_account_id_device_pk" PRIMARY KEY("account_id","device")
);
--> statement-breakpoint
ALTER TABLE "vault_accounts" ADD COLUMN "frozen_at" bigint;--> statement-breakpoint
ALTER TABLE "vault_links" ADD CONSTRAINT "vault_links_account_id_vault_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."vault_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vault_requests" ADD CONSTRAINT "vault_requests_account_id_vault_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."vault_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vault_links_by_expiry" ON "vault_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "vault_links_of_account" ON "vault_links" USING btree ("account_id","what");--> statement-breakpoint
CREATE UNIQUE INDEX "vault_requests_by_number" ON "vault_requests" USING btree ("number");