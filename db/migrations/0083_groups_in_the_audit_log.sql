-- Changes of groups were kept among those of workers, whose names and pages they do not have.
update audit_log set entity = 'group', action = case action when 'create group' then 'create' else 'update' end
where entity = 'worker' and action in ('create group', 'change group');
