CREATE TABLE "event_counts" (
	"project_id" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"event" text NOT NULL,
	"wallet" text NOT NULL,
	"namespace" text NOT NULL,
	"platform" text NOT NULL,
	"device" text NOT NULL,
	"code" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "event_counts_project_id_hour_event_wallet_namespace_platform_device_code_pk" PRIMARY KEY("project_id","hour","event","wallet","namespace","platform","device","code")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"project_id" text NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"type" text NOT NULL,
	"event" text NOT NULL,
	"visit" uuid,
	"account_hash" "bytea",
	"address" text,
	"domain" text NOT NULL,
	"properties" jsonb NOT NULL,
	CONSTRAINT "events_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "visit_counts" (
	"project_id" text NOT NULL,
	"day" timestamp with time zone NOT NULL,
	"furthest" smallint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "visit_counts_project_id_day_furthest_pk" PRIMARY KEY("project_id","day","furthest")
);
--> statement-breakpoint
CREATE TABLE "visits" (
	"project_id" text NOT NULL,
	"id" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"furthest" smallint NOT NULL,
	CONSTRAINT "visits_project_id_id_pk" PRIMARY KEY("project_id","id")
);
--> statement-breakpoint
CREATE TABLE "account_tokens" (
	"account" "bytea" NOT NULL,
	"chain" text NOT NULL,
	"token" "bytea" NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "account_tokens_account_chain_token_pk" PRIMARY KEY("account","chain","token")
);
--> statement-breakpoint
CREATE TABLE "account_transactions" (
	"account" "bytea" NOT NULL,
	"chain" text NOT NULL,
	"block" bigint NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "account_transactions_account_chain_block_place_pk" PRIMARY KEY("account","chain","block","place")
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"chain" text NOT NULL,
	"block" bigint NOT NULL,
	"place" integer NOT NULL,
	"position" integer NOT NULL,
	"token" "bytea" NOT NULL,
	"owner" "bytea" NOT NULL,
	"spender" "bytea" NOT NULL,
	"amount" numeric(78, 0),
	"token_id" numeric(78, 0),
	"is_all" boolean,
	CONSTRAINT "approvals_chain_block_place_position_pk" PRIMARY KEY("chain","block","place","position")
);
--> statement-breakpoint
CREATE TABLE "backfills" (
	"chain" text NOT NULL,
	"account" "bytea" NOT NULL,
	"down_to" bigint NOT NULL,
	"is_done" boolean NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "backfills_chain_account_pk" PRIMARY KEY("chain","account")
);
--> statement-breakpoint
CREATE TABLE "chain_tokens" (
	"chain" text NOT NULL,
	"address" "bytea" NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"symbol" text NOT NULL,
	"decimals" smallint NOT NULL,
	"spam" text,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "chain_tokens_chain_address_pk" PRIMARY KEY("chain","address")
);
--> statement-breakpoint
CREATE TABLE "followed_chains" (
	"chain" text PRIMARY KEY NOT NULL,
	"first_block" bigint NOT NULL,
	"next_block" bigint NOT NULL,
	"head_block" bigint NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_blocks" (
	"chain" text NOT NULL,
	"block" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"parent_hash" "bytea" NOT NULL,
	CONSTRAINT "known_blocks_chain_block_pk" PRIMARY KEY("chain","block")
);
--> statement-breakpoint
CREATE TABLE "movements" (
	"chain" text NOT NULL,
	"block" bigint NOT NULL,
	"place" integer NOT NULL,
	"position" integer NOT NULL,
	"part" integer NOT NULL,
	"kind" text NOT NULL,
	"token" "bytea",
	"token_id" numeric(78, 0),
	"amount" numeric(78, 0) NOT NULL,
	"from" "bytea" NOT NULL,
	"to" "bytea" NOT NULL,
	CONSTRAINT "movements_chain_block_place_position_part_pk" PRIMARY KEY("chain","block","place","position","part")
);
--> statement-breakpoint
CREATE TABLE "nft_items" (
	"chain" text NOT NULL,
	"address" "bytea" NOT NULL,
	"token_id" numeric(78, 0) NOT NULL,
	"name" text,
	"image" text,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "nft_items_chain_address_token_id_pk" PRIMARY KEY("chain","address","token_id")
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"chain" text NOT NULL,
	"block" bigint NOT NULL,
	"place" integer NOT NULL,
	"hash" "bytea" NOT NULL,
	"from" "bytea" NOT NULL,
	"to" "bytea",
	"created" "bytea",
	"nonce" bigint NOT NULL,
	"value" numeric(78, 0) NOT NULL,
	"fee" numeric(78, 0) NOT NULL,
	"is_success" boolean NOT NULL,
	"selector" "bytea",
	"mined_at" timestamp with time zone NOT NULL,
	CONSTRAINT "transactions_chain_block_place_pk" PRIMARY KEY("chain","block","place"),
	CONSTRAINT "transactions_chain_hash_unique" UNIQUE("chain","hash")
);
--> statement-breakpoint
CREATE TABLE "operator_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"scope" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"path" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "currency_rates" (
	"currency" text PRIMARY KEY NOT NULL,
	"per_usd" numeric NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_points" (
	"asset" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"source" text NOT NULL,
	"usd" numeric NOT NULL,
	CONSTRAINT "price_points_asset_source_at_pk" PRIMARY KEY("asset","source","at")
);
--> statement-breakpoint
ALTER TABLE "event_counts" ADD CONSTRAINT "event_counts_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visit_counts" ADD CONSTRAINT "visit_counts_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_project_id_at_index" ON "events" USING btree ("project_id","at");--> statement-breakpoint
CREATE INDEX "visits_project_id_started_at_index" ON "visits" USING btree ("project_id","started_at");--> statement-breakpoint
CREATE INDEX "account_transactions_chain_block_index" ON "account_transactions" USING btree ("chain","block");--> statement-breakpoint
CREATE INDEX "price_points_at_index" ON "price_points" USING btree ("at");