-- Sign-ins that are under way live for ten minutes; those begun by the version before know no number to be typed.
DELETE FROM "vault_logins";--> statement-breakpoint
ALTER TABLE "vault_logins" ALTER COLUMN "number" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "vault_logins" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "vault_logins" ADD COLUMN "is_confirmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "vault_logins" ADD COLUMN "is_agreed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "vault_logins" DROP COLUMN "numbers";
