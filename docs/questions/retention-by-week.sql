-- Of the students who gave their first answer in a week, how many answer again in each later week?
WITH weeks AS (SELECT DISTINCT user_id, date_trunc('week', day)::DATE AS week FROM students_by_day),
firsts AS (SELECT user_id, min(week) AS first_week FROM weeks GROUP BY user_id)
SELECT
  first_week, date_diff('week', first_week, week) AS weeks_later, count(*) AS students,
  round(count(*) / first_value(count(*)) OVER (PARTITION BY first_week ORDER BY week), 3) AS share
FROM weeks JOIN firsts USING (user_id)
GROUP BY first_week, week
ORDER BY first_week, week;
