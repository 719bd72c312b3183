-- Closes the live streams of a revoked session (logged out, account deleted) in every process.
CREATE FUNCTION announce_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live_event', json_build_object('type', 'session_ended', 'session_id', OLD.id)::text);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER tokens_announce AFTER DELETE ON tokens
FOR EACH ROW
WHEN (OLD.kind = 'session' AND OLD.expires_at > now())
EXECUTE FUNCTION announce_session_end();
--> statement-breakpoint
-- Counts the changes that the staff makes to an account, so that two of them notice each other. Not every change of the
-- row counts: visits and the owner write it as well.
CREATE FUNCTION count_staff_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.staff_version := OLD.staff_version + 1;
  RETURN NEW;
END
$$;
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
-- Stores since when a member has had any task, whichever way it was given: from then on they have some days to set up a
-- second factor.
CREATE FUNCTION note_staff_since() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.role_id > 1 OR NEW.tasks <> '{}' THEN
    NEW.staff_since := coalesce(NEW.staff_since, now());
  ELSE
    NEW.staff_since := NULL;
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER users_staff_since BEFORE INSERT OR UPDATE OF role_id, tasks ON users
FOR EACH ROW
EXECUTE FUNCTION note_staff_since();
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
