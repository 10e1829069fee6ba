-- How often are practice exams passed, by how much the student had answered before, and how well?
WITH before AS (
  SELECT
    exams.exam_id, any_value(exams.outcome) AS outcome, count(*) AS answers, avg(answers.is_correct::INTEGER) AS accuracy
  FROM exams JOIN answers ON answers.user_id = exams.user_id AND answers."at" < exams.started_at AND answers.exam_id IS NULL AND is_scored
  WHERE exams.completed_at IS NOT NULL
  GROUP BY exams.exam_id
)
SELECT
  CASE WHEN answers < 100 THEN 'below 100' WHEN answers < 500 THEN '100 to 499' ELSE '500 or more' END AS answers_before,
  floor(accuracy * 10) / 10 AS accuracy_before, count(*) AS exams, round(avg((outcome = 'pass')::INTEGER), 3) AS passed
FROM before
GROUP BY ALL
ORDER BY min(answers), accuracy_before;
