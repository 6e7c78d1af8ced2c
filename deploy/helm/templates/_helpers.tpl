{{/* What each process uses. infra/src/config/needs.ts has the same list; a test compares the two. */}}
{{- define "portal.needs" -}}
gateway: [storage, cards]
identity: [database, storage, mail]
admin-config: [database, storage]
search: [database]
imaging: [database, storage]
payments: [database, storage, cards]
billing: [database]
reports: [database, storage]
operator: [database, storage, cards]
{{- end }}

{{- define "portal.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{/* Labels that never change, by which Services, network policies and disruption budgets select pods. */}}
{{- define "portal.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{- define "portal.image" -}}
{{ .root.Values.image.registry }}/{{ .name }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
{{- end }}

{{- define "portal.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "portal.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* The names of the files in the Secret of a process. */}}
{{- define "portal.secretFiles" -}}
{{- $needs := index (include "portal.needs" . | fromYaml) .name -}}
{{- $files := list "REDIS_URL" -}}
{{- if eq .name "operator" -}}
{{- $files = concat $files (list "OPERATOR_SECRET" "DATABASE_ADMIN_URL" "CACHE_REDIS_URL") -}}
{{- else -}}
{{- $files = concat $files (list "RPC_KEY" "RPC_PUBLIC_KEYS" "SEALING_PUBLIC_KEY") -}}
{{- if has "database" $needs }}{{- $files = append $files "DATABASE_SECRET" -}}{{ end -}}
{{- if eq .name "search" }}{{- $files = append $files "CACHE_REDIS_URL" -}}{{ end -}}
{{- if eq .name "gateway" }}{{- $files = append $files "CARD_SEALING_PUBLIC_KEY" -}}{{ end -}}
{{- if eq .name "payments" }}{{- $files = append $files "CARD_SEALING_KEYS" -}}{{ end -}}
{{- if eq .name "identity" }}{{- $files = concat $files (list "SEALING_KEY" "SECOND_FACTOR_SECRET" "SMTP_URL") -}}{{ end -}}
{{- end -}}
{{- if has "storage" $needs }}{{- $files = concat $files (list "S3_ACCESS_KEY" "S3_SECRET_KEY") -}}{{ end -}}
{{- $files | toJson -}}
{{- end }}

{{- define "portal.env" -}}
{{- with .root.Values.servers.authorityFile }}
- { name: NODE_EXTRA_CA_CERTS, value: /run/secrets/{{ . }} }
{{- end }}
{{- range include "portal.secretFiles" . | fromJsonArray }}
- { name: {{ . }}_FILE, value: /run/secrets/{{ . }} }
{{- end }}
{{- if eq .name "identity" }}
- { name: PROVIDER_SECRETS_FILE, value: /run/secrets/provider-secrets.json }
- { name: PROVIDER_NETWORKS, value: {{ join "," .root.Values.identity.providerNetworks | quote }} }
- { name: LS1_HOSTS, value: {{ join "," .root.Values.identity.ls1Hosts | quote }} }
{{- end }}
{{- if eq .name "payments" }}
- { name: CARD_CREDENTIALS_FILE, value: /run/secrets/card-merchants.json }
{{- end }}
{{- end }}

{{/* The ConfigMaps from which a process gets its environment. */}}
{{- define "portal.envFrom" -}}
{{- $release := .root.Release.Name -}}
- configMapRef: { name: {{ $release }}-common }
{{- range index (include "portal.needs" . | fromYaml) .name }}
- configMapRef: { name: {{ $release }}-{{ . }} }
{{- end }}
{{- end }}
