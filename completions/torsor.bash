# bash completion for torsor. Made by tools/make-man from src/app/commands.def and src/app/switches.def: change those.
# shellcheck shell=bash disable=SC2207

_torsor_files() {
    local IFS=$'\n'
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen "$1" -- "$current"))
    return 0
}

_torsor_words() {
    COMPREPLY=($(compgen -W "$1" -- "$current"))
    [[ ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null
    return 0
}

_torsor() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} switches
    local IFS=$' \t\n'
    COMPREPLY=()
    ((COMP_CWORD > 1)) || command=
    if [[ $current == "=" ]]; then # --switch=
        current=
    elif [[ $previous == "=" ]]; then # --switch=word
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    case $command in
    campbell)
        case $previous in
        -v | --speed | --hub | -b | --blade | --period | --tolerance | --margin | --highest | --revs | -D | --define) return ;;
        --time) _torsor_words "end" && return ;;
        --unit) _torsor_words "rad/s rpm Hz m/s" && return ;;
        -o | --output-file | -p | --picture) _torsor_files -f && return ;;
        esac
        switches="-v --speed --time --hub -b --blade --floquet --period -f --flutter --tolerance --margin --highest --unit --revs --eigen-table -D --define --sandbox -o --output-file -p --picture -h --help"
        ;;
    linearize)
        case $previous in
        -i | --inputs | -u | --outputs | -f | --frequencies | -D | --define) return ;;
        --time) _torsor_words "end" && return ;;
        -o | --output-file) _torsor_files -f && return ;;
        esac
        switches="-i --inputs -u --outputs --time -f --frequencies -D --define --sandbox -o --output-file -s --silent -h --help"
        ;;
    trim)
        case $previous in
        -c | --control | -t | --target | --hub | --period | --settle | --time | --iterations | -D | --define) return ;;
        -o | --output-file) _torsor_files -f && return ;;
        esac
        switches="-c --control -t --target --hub --period --settle --time --iterations -D --define --sandbox -o --output-file -s --silent -h --help"
        ;;
    study)
        case $previous in
        -o | --output-file) _torsor_files -d && return ;;
        -j | --jobs | -q | --quantity | -D | --define | --slurm | --mpi | --commands) return ;;
        -f | --input-file) _torsor_files -f && return ;;
        esac
        switches="-o --output-file -j --jobs -f --input-file -q --quantity --keep-results -D --define --status --slurm --mpi --commands --worker -s --silent --sandbox -h --help"
        ;;
    report)
        case $previous in
        -o | --output-file) _torsor_files -d && return ;;
        -p | --page | -f | --input-file) _torsor_files -f && return ;;
        -q | --quantity | -D | --define) return ;;
        esac
        switches="-o --output-file -p --page -f --input-file -q --quantity --keep-results -D --define --sandbox -h --help"
        ;;
    mesh)
        case $previous in
        -o | --output-file) _torsor_files -f && return ;;
        -m | --material | -t | --thickness | -b | --section | -x | --fix | -p | --pressure | -r | --rigid | -a | --mean | --time | --time-step | --scale) return ;;
        esac
        switches="-o --output-file -m --material -t --thickness -b --section -x --fix -p --pressure -r --rigid -a --mean -q --quadratic --full -s --static --time --time-step --scale --parts --sandbox -h --help"
        ;;
    reduce)
        case $previous in
        -i | --interface | -O | --origin | -m | --modes | -n | --nodes | --at | -D | --define) return ;;
        -o | --output-file) _torsor_files -f && return ;;
        esac
        switches="-i --interface -O --origin -m --modes -n --nodes -g --stiffening --at -o --output-file -D --define --sandbox -h --help"
        ;;
    fem)
        case $previous in
        -m | --modes) return ;;
        -o | --output-file) _torsor_files -f && return ;;
        esac
        switches="-m --modes -u --unit-masses -o --output-file --sandbox -h --help"
        ;;
    view)
        case $previous in
        -o | --output-file | -f | --input-file) _torsor_files -f && return ;;
        -D | --define | --frames | --positions | --trace | --title) return ;;
        --plane) _torsor_words "xy xz yz iso" && return ;;
        esac
        switches="-o --output-file -f --input-file -D --define --frames --svg --positions --plane --trace --title --sandbox -h --help"
        ;;
    export)
        case $previous in
        -o | --output-file | -f | --input-file) _torsor_files -f && return ;;
        -D | --define | --frames) return ;;
        esac
        switches="--vtk --gltf --csv -o --output-file -f --input-file -D --define --strain --frames --sandbox -h --help"
        ;;
    fmu)
        case $previous in
        -o | --output-file) _torsor_files -f && return ;;
        -i | --input | -O | --output) return ;;
        esac
        switches="-o --output-file -i --input -O --output --sandbox -h --help"
        ;;
    pod)
        case $previous in
        -n | --nodes | --from | --to | -m | --modes | -e | --energy | -d | --delays | --tolerance | --time-step) return ;;
        -c | --components) _torsor_words "position rotation velocity angular-velocity" && return ;;
        -o | --output-file) _torsor_files -f && return ;;
        esac
        switches="-n --nodes -c --components --from --to -m --modes -e --energy -d --delays --tolerance --time-step --keep-mean -o --output-file -h --help"
        ;;
    relative)
        case $previous in
        -n | --node | --digits) return ;;
        --from | --to) _torsor_words "euler123 euler313 euler321 vector matrix" && return ;;
        -o | --output-file) _torsor_files -f && return ;;
        esac
        switches="-n --node --axes-only --from --to --digits -o --output-file --sandbox -h --help"
        ;;
    c81)
        case $previous in
        -a | --alpha | -m | --mach | -p | --positions | --at | --tolerance) return ;;
        -c | --convert) _torsor_words "free traditional" && return ;;
        -f | --format) _torsor_words "traditional free nrel" && return ;;
        -o | --output-file) _torsor_files -f && return ;;
        esac
        switches="-a --alpha -m --mach -c --convert -p --positions --at -f --format --flip --tolerance -o --output-file --sandbox -h --help"
        ;;
    mapping)
        case $previous in
        -s | --surface | -o | --output-file) _torsor_files -f && return ;;
        --order) _torsor_words "1 2 3" && return ;;
        -b | --basenode) return ;;
        -w | --weight) _torsor_words "-2 -1 0 2 4 6 inf" && return ;;
        esac
        switches="-s --surface --order -b --basenode -w --weight -o --output-file --sandbox -h --help"
        ;;
    rotation)
        case $previous in
        -f | --from | -t | --to) _torsor_words "euler123 euler313 euler321 vector matrix quaternion" && return ;;
        esac
        switches="-f --from -t --to -r --radians -h --help"
        ;;
    calc)
        case $previous in
        -D | --define) return ;;
        esac
        switches="-D --define -h --help"
        ;;
    help)
        _torsor_words "check doctor help campbell linearize trim study report mesh reduce fem view export fmu pod relative c81 mapping rotation calc"
        return
        ;;
    *)
        case $previous in
        -f | --input-file | -o | --output-file | --restart) _torsor_files -f && return ;;
        -W | --working-dir) _torsor_files -d && return ;;
        -D | --define | -S | --sleep | -a | --affinity | -d | --debug) return ;;
        --limit) _torsor_words "evaluations= includes= items= meeting_seconds= nesting= peer_seconds= step_seconds=" && return ;;
        --accuracy) _torsor_words "1e-3 1e-4 1e-5 1e-6 1e-8" && return ;;
        -N | --threads) _torsor_words "auto 1 2 4 8" && return ;;
        esac
        switches="-f --input-file -o --output-file -W --working-dir -D --define --limit -s --silent --json -P --pedantic --eigen-table --consistent-start --energy --accuracy --restart -N --threads -t --same-table -T --no-same-table --allow-empty -r --redefine -R --no-redefine -S --sleep -a --affinity -C --solver-time -d --debug -e --exceptions -E --fp-mask -F -G --gtest -p --parallel --sandbox -H --show-table -l --license -w --warranty -v -V --version -h --help"
        ;;
    esac
    if [[ $current == -* ]]; then
        _torsor_words "$switches"
    elif ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W "check doctor help campbell linearize trim study report mesh reduce fem view export fmu pod relative c81 mapping rotation calc" -- "$current"))
        local names=("${COMPREPLY[@]}")
        _torsor_files -f
        COMPREPLY=("${names[@]}" "${COMPREPLY[@]}")
    else
        _torsor_files -f
    fi
}

complete -F _torsor torsor
