CREATE TABLE "captured_emails" (
	"project_id" text NOT NULL,
	"account" text NOT NULL,
	"email" text NOT NULL,
	"confirmed_at" bigint NOT NULL,
	CONSTRAINT "captured_emails_project_id_account_pk" PRIMARY KEY("project_id","account")
);
--> statement-breakpoint
CREATE TABLE "email_challenges" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"account" text NOT NULL,
	"email" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "captured_emails" ADD CONSTRAINT "captured_emails_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_challenges" ADD CONSTRAINT "email_challenges_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "captured_emails_in_order" ON "captured_emails" USING btree ("project_id","confirmed_at","account");--> statement-breakpoint
CREATE INDEX "email_challenges_by_expiry" ON "email_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "email_challenges_of_project" ON "email_challenges" USING btree ("project_id");