CREATE TABLE "order_chains" (
	"chain" text PRIMARY KEY NOT NULL,
	"head_block" integer NOT NULL,
	"next_block" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"project_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"body" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"last_result" text
);
--> statement-breakpoint
CREATE TABLE "order_notices" (
	"order_id" text NOT NULL,
	"chain" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_notices_order_id_chain_hash_pk" PRIMARY KEY("order_id","chain","hash")
);
--> statement-breakpoint
CREATE TABLE "order_options" (
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"chain" text NOT NULL,
	"asset" text NOT NULL,
	"token" "bytea",
	"receiver" "bytea" NOT NULL,
	"receiver_text" text NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"symbol" text NOT NULL,
	"decimals" integer NOT NULL,
	"made_after_block" integer NOT NULL,
	"is_scanned" boolean DEFAULT false NOT NULL,
	CONSTRAINT "order_options_order_id_position_pk" PRIMARY KEY("order_id","position")
);
--> statement-breakpoint
CREATE TABLE "order_payments" (
	"chain" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"order_id" text NOT NULL,
	"position" integer NOT NULL,
	"payer" "bytea" NOT NULL,
	"amount" numeric(78, 0) NOT NULL,
	"block" integer NOT NULL,
	"block_hash" "bytea" NOT NULL,
	"mined_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"needed" integer NOT NULL,
	"is_confirmed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "order_payments_chain_hash_pk" PRIMARY KEY("chain","hash")
);
--> statement-breakpoint
CREATE TABLE "order_webhooks" (
	"project_id" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"reference" text,
	"request_hash" "bytea" NOT NULL,
	"title" text,
	"price" jsonb,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"accepted_at" timestamp with time zone,
	"refund_note" text,
	"refund_hash" "bytea",
	"refunded_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "project_secrets" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"label" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_notices" ADD CONSTRAINT "order_notices_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_options" ADD CONSTRAINT "order_options_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_payments" ADD CONSTRAINT "order_payments_option_fk" FOREIGN KEY ("order_id","position") REFERENCES "public"."order_options"("order_id","position") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_webhooks" ADD CONSTRAINT "order_webhooks_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_secrets" ADD CONSTRAINT "project_secrets_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_events_by_due" ON "order_events" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "order_events_by_order" ON "order_events" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_notices_by_hash" ON "order_notices" USING btree ("chain","hash");--> statement-breakpoint
CREATE INDEX "order_options_by_receiver" ON "order_options" USING btree ("chain","receiver");--> statement-breakpoint
CREATE INDEX "order_payments_by_order" ON "order_payments" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_by_reference" ON "orders" USING btree ("project_id","reference");--> statement-breakpoint
CREATE INDEX "orders_by_time" ON "orders" USING btree ("project_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_by_expiry" ON "orders" USING btree ("state","expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "project_secrets_by_hash" ON "project_secrets" USING btree ("hash");