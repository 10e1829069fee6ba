-- How often is a repeated question right, by the days since the last answer?
SELECT
  CASE WHEN elapsed_days < 2 THEN 'a day' WHEN elapsed_days < 8 THEN 'a week' WHEN elapsed_days < 31 THEN 'a month' ELSE 'longer' END AS later,
  count(*) AS reviews, round(avg(was_correct::INTEGER), 3) AS accuracy
FROM read_models.spaced_repetition_reviews
WHERE is_scored AND elapsed_days IS NOT NULL
GROUP BY later
ORDER BY min(elapsed_days);
