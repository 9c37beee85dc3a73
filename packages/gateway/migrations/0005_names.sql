CREATE TABLE "name_addresses" (
	"name" text NOT NULL,
	"coin_type" text NOT NULL,
	"address" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "name_addresses_name_coin_type_pk" PRIMARY KEY("name","coin_type")
);
--> statement-breakpoint
CREATE TABLE "names" (
	"name" text PRIMARY KEY NOT NULL,
	"owner" "bytea" NOT NULL,
	"attributes" jsonb NOT NULL,
	"registered_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"signed_at" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "name_addresses" ADD CONSTRAINT "name_addresses_name_names_name_fk" FOREIGN KEY ("name") REFERENCES "public"."names"("name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "name_addresses_address" ON "name_addresses" USING btree ("address");