CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"queue" text NOT NULL,
	"sealed" text NOT NULL,
	"account" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" bigint NOT NULL,
	"ends_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "mails_by_due" ON "mails" USING btree ("queue","due_at");