-- A yes without a day for the return keeps a thing for two weeks, not without end. What was said before
-- has them from now on.
UPDATE transactions SET lent = daterange(lower(lent), greatest(lower(lent), CURRENT_DATE) + 14)
WHERE status IN ('accepted', 'handed_over') AND upper_inf(lent);
