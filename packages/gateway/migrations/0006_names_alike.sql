ALTER TABLE "names" ADD COLUMN "skeleton" text NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "names_skeleton" ON "names" USING btree ("skeleton");--> statement-breakpoint
CREATE INDEX "names_owner" ON "names" USING btree ("owner");