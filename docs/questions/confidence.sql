-- How often are students right when they are as sure as they say?
SELECT confidence, count(*) AS answers, round(avg(is_correct::INTEGER), 3) AS accuracy, round(avg(seconds), 1) AS seconds
FROM answers
WHERE confidence IS NOT NULL AND is_scored
GROUP BY confidence
ORDER BY confidence;
