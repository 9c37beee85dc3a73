CREATE TABLE "event_days" (
	"project_id" text NOT NULL,
	"day" timestamp with time zone NOT NULL,
	"event" text NOT NULL,
	"dimension" text NOT NULL,
	"value" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "event_days_project_id_day_event_dimension_value_pk" PRIMARY KEY("project_id","day","event","dimension","value")
);
--> statement-breakpoint
ALTER TABLE "event_days" ADD CONSTRAINT "event_days_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;