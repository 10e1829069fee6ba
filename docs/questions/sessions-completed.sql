-- Which study sessions are completed, by mode and number of questions?
SELECT
  "mode", CASE WHEN questions <= 5 THEN '1 to 5' WHEN questions <= 15 THEN '6 to 15' ELSE '16 or more' END AS size, count(*) AS sessions,
  round(count(completed_at) / count(*), 3) AS completed, round(sum(correct) / sum(scored), 3) AS accuracy, median(seconds) AS median_seconds
FROM sessions
GROUP BY "mode", size
ORDER BY "mode", min(questions);
