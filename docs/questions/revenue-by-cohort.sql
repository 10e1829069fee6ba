-- What have the students who registered in a month paid, less refunds, by months since then?
WITH cohorts AS (SELECT userId AS user_id, date_trunc('month', occurred_at)::DATE AS cohort FROM AccountRegistered),
sizes AS (SELECT cohort, count(*) AS students FROM cohorts GROUP BY cohort),
months AS (
  SELECT cohort, date_diff('month', cohort, "at") AS months_later, currency, sum(amount) AS amount
  FROM revenue JOIN cohorts USING (user_id)
  GROUP BY ALL
)
SELECT
  cohort, months_later, currency, students,
  round(sum(amount) OVER (PARTITION BY cohort, currency ORDER BY months_later) / 100.0 / students, 2) AS paid_by_then_each
FROM months JOIN sizes USING (cohort)
ORDER BY cohort, currency, months_later;
