CREATE TABLE "features" (
	"project_id" text NOT NULL,
	"id" text NOT NULL,
	"is_enabled" boolean NOT NULL,
	"config" jsonb,
	CONSTRAINT "features_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "origins" (
	"project_id" text NOT NULL,
	"origin" text NOT NULL,
	CONSTRAINT "origins_project_id_origin_pk" PRIMARY KEY("project_id","origin")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" text PRIMARY KEY NOT NULL,
	"source" text DEFAULT 'file' NOT NULL,
	"is_analytics_enabled" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "features" ADD CONSTRAINT "features_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "origins" ADD CONSTRAINT "origins_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;