ALTER TABLE "users" ADD COLUMN "area" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_area_check" CHECK ("users"."area" IS NULL OR ("users"."role_id" < 3 AND "users"."tasks" <@ ARRAY['moderation', 'shipping', 'map']));--> statement-breakpoint
-- A changed area counts as a change by the staff.
DROP TRIGGER users_staff_version ON users;
--> statement-breakpoint
CREATE TRIGGER users_staff_version BEFORE UPDATE ON users
FOR EACH ROW
WHEN (
  OLD.role_id IS DISTINCT FROM NEW.role_id
  OR OLD.tasks IS DISTINCT FROM NEW.tasks
  OR OLD.area IS DISTINCT FROM NEW.area
  OR OLD.beta_tester IS DISTINCT FROM NEW.beta_tester
  OR OLD.suspended_at IS DISTINCT FROM NEW.suspended_at
  OR OLD.waiting_since IS DISTINCT FROM NEW.waiting_since
  OR OLD.suspended_reason IS DISTINCT FROM NEW.suspended_reason
)
EXECUTE FUNCTION count_staff_version();
--> statement-breakpoint
-- Whether a person whose tasks are limited to an area may see what is at this place. Without an area everything is
-- covered. A place without a spot is never inside an outline.
CREATE FUNCTION area_covers(area jsonb, country text, postcode text, latitude double precision, longitude double precision)
RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN area IS NULL THEN true
    WHEN area ->> 'country' IS NOT NULL THEN coalesce(
      area ->> 'country' = country AND area -> 'postcodes' ? upper(replace(postcode, ' ', '')),
      false
    )
    ELSE coalesce(translate(area ->> 'outline', '[]', '()')::polygon @> point(longitude, latitude), false)
  END
$$;
