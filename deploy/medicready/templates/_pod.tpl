{{- define "medicready.services" -}}
{{- .Files.Get "services.yaml" -}}
{{- end -}}

{{/* What identifies the pods of a service: (list root name) */}}
{{- define "medicready.selector" -}}
app.kubernetes.io/name: medicready
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{- define "medicready.metadata" -}}
name: {{ (index . 0).Release.Name }}-{{ index . 1 }}
labels:
  {{- include "medicready.selector" . | nindent 2 }}
  app.kubernetes.io/version: {{ (index . 0).Values.image.tag | default (index . 0).Chart.AppVersion | quote }}
  app.kubernetes.io/managed-by: {{ (index . 0).Release.Service }}
{{- end -}}

{{/* The pod of a service: (list root name) */}}
{{- define "medicready.pod" -}}
{{- $root := index . 0 }}
{{- $name := index . 1 }}
{{- $values := $root.Values }}
{{- $services := include "medicready.services" $root | fromYaml }}
{{- $service := get $services $name }}
{{- $secret := get $values.existingSecrets $name }}
{{- $own := eq $name "setup" | ternary $values.setup (get $values.services $name) }}
metadata:
  labels:
    {{- include "medicready.selector" . | nindent 4 }}
spec:
  serviceAccountName: {{ $root.Release.Name }}-{{ $name }}
  automountServiceAccountToken: false
  # Kubernetes would set variables such as EDGE_PORT to the address of a Service named `edge`.
  enableServiceLinks: false
  terminationGracePeriodSeconds: 30
  {{- with $values.image.pullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    seccompProfile: { type: RuntimeDefault }
  {{- if eq $name "setup" }}
  restartPolicy: Never
  {{- else }}
  topologySpreadConstraints:
    {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
    - topologyKey: {{ $key }}
      maxSkew: 1
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "medicready.selector" (list $root $name) | nindent 10 }}
      matchLabelKeys: [pod-template-hash]
    {{- end }}
  {{- end }}
  containers:
    - name: {{ $name }}
      image: {{ printf "%s:%s" $values.image.repository ($values.image.tag | default $root.Chart.AppVersion) | quote }}
      imagePullPolicy: {{ $values.image.pullPolicy }}
      command: [node, {{ $service.program }}]
      env:
        {{- range $setting := concat (list "LOG_LEVEL" "PUBLIC_URL" "OTEL_EXPORTER_OTLP_ENDPOINT") ($service.settings | default list) }}
        {{- if hasKey $values.settings $setting }}
        - { name: {{ $setting }}, value: {{ get $values.settings $setting | toString | quote }} }
        {{- end }}
        {{- end }}
        {{- range $served := list $service.public $service.health | compact }}
        - { name: {{ $served.setting }}, value: {{ $served.port | toString | quote }} }
        {{- end }}
        {{- range $setting, $called := $service.calls }}
        - { name: {{ $setting }}, value: {{ printf "http://%s-%s:%v" $root.Release.Name $called (get $services $called).health.port | quote }} }
        {{- end }}
        {{- range $service.secrets }}
        - { name: {{ . }}, valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ . }} } } }
        {{- end }}
        {{- range $service.optionalSecrets }}
        - { name: {{ . }}, valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ . }}, optional: true } } }
        {{- end }}
        {{- if and $values.authoritySecret (has "postgres" $service.reaches) }}
        - { name: NODE_EXTRA_CA_CERTS, value: /authority/ca.crt }
        {{- end }}
        {{- if $own.bankClaim }}
        - { name: BANK_DIRECTORY, value: /bank }
        {{- end }}
        {{- if and $values.exportsClaim $service.exports }}
        - { name: EXPORT_DIRECTORY, value: /exports }
        {{- end }}
      {{- if $service.health }}
      ports:
        - { name: health, containerPort: {{ $service.health.port }} }
        {{- with $service.public }}
        - { name: http, containerPort: {{ .port }} }
        {{- end }}
      startupProbe:
        httpGet: { path: /health/live, port: health }
        periodSeconds: 2
        failureThreshold: 60
      livenessProbe:
        httpGet: { path: /health/live, port: health }
        periodSeconds: 10
        timeoutSeconds: 3
      readinessProbe:
        httpGet: { path: /health/ready, port: health }
        periodSeconds: 10
        timeoutSeconds: 3
      {{- end }}
      {{- if or $service.public $service.spreads }}
      lifecycle:
        # Until callers have noticed that this instance ends.
        preStop: { sleep: { seconds: 5 } }
      {{- end }}
      resources:
        {{- toYaml $own.resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      volumeMounts:
        - { name: scratch, mountPath: /tmp }
        {{- if and $values.authoritySecret (has "postgres" $service.reaches) }}
        - { name: authority, mountPath: /authority, readOnly: true }
        {{- end }}
        {{- if $own.bankClaim }}
        - { name: bank, mountPath: /bank, readOnly: true }
        {{- end }}
        {{- if and $values.exportsClaim $service.exports }}
        - { name: exports, mountPath: /exports, readOnly: {{ eq $service.exports "read" }} }
        {{- end }}
  volumes:
    - name: scratch
      emptyDir: { sizeLimit: {{ $own.scratch | default "1Gi" }} }
    {{- if and $values.authoritySecret (has "postgres" $service.reaches) }}
    - name: authority
      secret: { secretName: {{ $values.authoritySecret }}, items: [{ key: ca.crt, path: ca.crt }] }
    {{- end }}
    {{- if $own.bankClaim }}
    - name: bank
      persistentVolumeClaim: { claimName: {{ $own.bankClaim }}, readOnly: true }
    {{- end }}
    {{- if and $values.exportsClaim $service.exports }}
    - name: exports
      persistentVolumeClaim: { claimName: {{ $values.exportsClaim }} }
    {{- end }}
{{- end -}}
