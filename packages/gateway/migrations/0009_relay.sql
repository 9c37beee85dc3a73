CREATE TABLE "vault_relay" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"box" text NOT NULL,
	"account_id" text NOT NULL,
	"device" text NOT NULL,
	"text" text NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "vault_relay" ADD CONSTRAINT "vault_relay_account_id_vault_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."vault_accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vault_relay_by_box" ON "vault_relay" USING btree ("box","seq");--> statement-breakpoint
CREATE INDEX "vault_relay_by_expiry" ON "vault_relay" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "vault_relay_of_account" ON "vault_relay" USING btree ("account_id");